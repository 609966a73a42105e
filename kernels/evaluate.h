// SPDX-License-Identifier: BSD-2-Clause
//
// Evaluates an operation on single numbers, for constant folding, frame steps and tests.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

struct OperationInfo {
    const char* name;
    int inputs;
    int outputs;
    int cost;     // duration relative to an addition
    bool access;  // load, lookup or store: Instruction::index selects its source or target
};
const OperationInfo& operation_info(Op op);

// Evaluates an operation other than a load, lookup or store. The length of `in` is
// operation_info(op).inputs, and that of `out` is operation_info(op).outputs.
void evaluate_operation(Op op, const float* in, float* out);

}  // namespace tonelift
