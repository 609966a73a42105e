// SPDX-License-Identifier: BSD-2-Clause
//
// Emits PTX for filters that scripts define. The PTX adds the contribution of one neighbor to the
// sums of four adjacent pixels.
#pragma once

#include <string>
#include <vector>

#include "kernels/cuda/emit/frame_access.h"

namespace tonelift::cuda {

constexpr int gather_pixels = 4;

struct NeighborOperands {
    std::vector<std::string> neighbors;
    std::vector<std::string> here;
    std::vector<std::string> sums;
    std::string first_weight;
    std::string weights;
};

std::string emit_neighbor(const PointProgram& term, const FrameAccess& frame,
                          const NeighborOperands& operands, std::string prefix);

}  // namespace tonelift::cuda
