// SPDX-License-Identifier: BSD-2-Clause
//
// Emits PTX for programs that run once per frame or once per entry of a lookup table.
#pragma once

#include <string>
#include <vector>

#include "kernels/pass.h"

namespace tonelift::cuda {

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
