// SPDX-License-Identifier: BSD-2-Clause
//
// Emits PTX for programs that run once per frame or once per entry of a lookup table.
#pragma once

#include <string>
#include <vector>

#include "kernels/pass.h"

namespace tonelift::cuda {

struct ArithmeticOperands {
    std::string index;
    std::string values;
    std::string frame;
    std::string position;
    std::string value;

    bool fills_table() const { return !value.empty(); }
};

std::string emit_arithmetic(const std::vector<const PointProgram*>& programs,
                            const ArithmeticOperands& operands);

}  // namespace tonelift::cuda
