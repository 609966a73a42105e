// SPDX-License-Identifier: BSD-2-Clause
//
// Evaluates a math operation on single numbers. Constant folding and tests use it.
#pragma once

#include <span>

#include "kernels/pass.h"

namespace tonelift {

struct OperationInfo {
    const char* name;
    int inputs;
    int outputs;
    int cost;
    bool access;
};
const OperationInfo& operation_info(Op op);

inline std::span<const Operand> operands_of(const Instruction& instruction) {
    return std::span(instruction.in)
        .first(static_cast<size_t>(operation_info(instruction.op).inputs));
}

// Returns whether an operation limits its result to [0,1], so that the result is 0 for many pixels.
inline bool is_ramp(Op op) {
    return op == Op::saturate || op == Op::linearstep || op == Op::smoothstep;
}

void evaluate_operation(Op op, const float* in, float* out);

}  // namespace tonelift
