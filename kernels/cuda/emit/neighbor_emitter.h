// SPDX-License-Identifier: BSD-2-Clause
//
// Emits the program of a gather (Gather::term) as PTX. The program adds the contributions of one
// neighbor to the sums of four pixels.
#pragma once

#include <string>
#include <vector>

#include "kernels/cuda/emit/frame_access.h"

namespace tonelift::cuda {

constexpr int gather_pixels = 4;  // pixels per run of the program

// The registers of the marker `neighbor` (kernels/device/places.cuh). For each plane, they are
// those of four pixels.
struct NeighborPlace {
    std::vector<std::string> neighbors;
    std::vector<std::string> here;
    std::vector<std::string> sums;
    std::string number;   // index of the neighbor
    std::string weights;  // address of the weights
};

std::string emit_neighbor(const PointProgram& term, const FrameAccess& frame,
                          const NeighborPlace& place, std::string prefix);

}  // namespace tonelift::cuda
