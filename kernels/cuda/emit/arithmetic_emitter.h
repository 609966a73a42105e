// SPDX-License-Identifier: BSD-2-Clause
//
// Emits arithmetic of frame steps as PTX: programs over the uniforms of a frame, which a single
// thread runs, and programs that fill tables, which run once per entry.
#pragma once

#include <string>
#include <vector>

#include "kernels/pass.h"

namespace tonelift::cuda {

// The registers of the markers arithmetic() and table_entry() in kernels/device/places.cuh;
// arithmetic() uses only some of them.
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
