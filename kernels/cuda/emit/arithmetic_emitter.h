// SPDX-License-Identifier: BSD-2-Clause
//
// Arithmetic of frame steps as PTX: programs over the uniforms of a frame, which a single thread
// runs, and programs that fill tables, which run for every entry.
#pragma once

#include <string>
#include <vector>

#include "kernels/pass.h"

namespace tonelift::cuda {

// The registers of arithmetic() in kernels/device/places.cuh, or of table_entry(), which uses all
// of them.
struct ArithmeticPlace {
    std::string index;
    std::string numbers;
    std::string frame;
    std::string place;
    std::string value;

    bool fills_table() const { return !value.empty(); }
};

std::string emit_arithmetic(const std::vector<const PointProgram*>& programs,
                            const ArithmeticPlace& place);

}  // namespace tonelift::cuda
