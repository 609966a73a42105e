// SPDX-License-Identifier: BSD-2-Clause
//
// The error of a device's results relative to the definition of an operation.
#pragma once

#include <string>

#include "tests/oracle/definitions.h"
#include "tests/support/operands.h"

namespace tonelift {

using OperationOutputs = std::array<float, max_outputs>;

// Returns the error in units of the tolerance; above 1 is too large.
inline double device_error(Op op, const Operands& in, const OperationOutputs& actual) {
    return reference::misfit(*reference::find_definition(op), device_budget(op), in.data(),
                             actual.data());
}

// Returns a description for messages.
inline std::string described(Op op, const Operands& in, const OperationOutputs& actual) {
    std::array<double, max_inputs> operands{};
    std::array<double, max_outputs> expected{};
    std::copy(in.begin(), in.end(), operands.begin());
    reference::find_definition(op)->of(operands.data(), expected.data());
    std::string text = operation_info(op).name + operands_text(op, in) + " is";
    for (int k = 0; k < operation_info(op).outputs; ++k)
        text += " " + std::to_string(actual[static_cast<size_t>(k)]);
    text += ", by its definition";
    for (int k = 0; k < operation_info(op).outputs; ++k)
        text += " " + std::to_string(expected[static_cast<size_t>(k)]);
    return text;
}

}  // namespace tonelift
