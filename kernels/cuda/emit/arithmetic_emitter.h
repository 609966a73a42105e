// SPDX-License-Identifier: BSD-2-Clause
//
// Emits the programs of frame steps as PTX. A program over the uniforms of a frame runs once, in a
// single thread. A program that fills a table runs once per entry.
#pragma once

#include <string>
#include <vector>

#include "kernels/pass.h"

namespace tonelift::cuda {

// The registers that the markers arithmetic and table_entry name (kernels/device/places.cuh).
// arithmetic only has the first three.
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
