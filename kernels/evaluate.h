// SPDX-License-Identifier: BSD-2-Clause
//
// Evaluates a math operation on single numbers. Constant folding and tests use it.
#pragma once

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

void evaluate_operation(Op op, const float* in, float* out);

}  // namespace tonelift
