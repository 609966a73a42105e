// SPDX-License-Identifier: BSD-2-Clause
//
// Evaluates math operations on single numbers, for constant folding and tests.
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
