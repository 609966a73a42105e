// SPDX-License-Identifier: BSD-2-Clause
//
// Arithmetic of frame steps as PTX: programs over the numbers of a frame, run by one thread, and
// those that fill tables, run for every entry.
#pragma once

#include <string>
#include <vector>

#include "kernels/pass.h"

namespace tonelift::cuda {

// The registers of arithmetic() in kernels/cuda/device.cuh, or of tabulated(), which has all.
struct ArithmeticPlace {
    std::string index;
    std::string numbers;
    std::string frame;
    std::string place;
    std::string value;

    bool tabulates() const { return !value.empty(); }
};

std::string emit_arithmetic(const std::vector<const PointProgram*>& programs,
                            const ArithmeticPlace& place);

}  // namespace tonelift::cuda
