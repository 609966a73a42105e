// SPDX-License-Identifier: BSD-2-Clause
// Compares the results of an operation on a device with the operation's definition.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>

#include "kernels/math/bounds.h"
#include "tests/oracle/definitions.h"
#include "tests/support/operands.h"

namespace tonelift {

using OperationOutputs = std::array<float, max_outputs>;
using KnownBounds = std::array<Bounds, max_outputs>;

inline Bounds bounds_of_operand(std::span<const Operands> cases, size_t operand) {
    const bool in_unit = std::all_of(cases.begin(), cases.end(), [&](const Operands& each) {
        return each[operand] >= 0 && each[operand] <= 1;
    });
    return in_unit ? unit_bounds : Bounds{};
}

inline bool at_most(float a, float b) {
    constexpr float smallest = std::numeric_limits<float>::min();
    return a <= b || a - b <= std::max(std::ldexp(std::abs(b), -20), smallest);
}

inline bool lie_within(Op op, const OperationOutputs& out, const KnownBounds& known) {
    for (size_t k = 0; k < static_cast<size_t>(operation_info(op).outputs); ++k) {
        const bool within = at_most(known[k].low, out[k]) && at_most(out[k], known[k].high);
        if (known[k].any() && !within) return false;
    }
    return true;
}

inline double device_error(Op op, const Operands& in, const OperationOutputs& actual) {
    return reference::misfit(*reference::find_definition(op), device_budget(op), in.data(),
                             actual.data());
}

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
