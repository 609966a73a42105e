// SPDX-License-Identifier: BSD-2-Clause
//
// Operations of point programs as PTX.
#pragma once

#include "kernels/cuda/emit/ptx_math.h"
#include "kernels/pass.h"

namespace tonelift::cuda {

// Emits an operation: `in` holds operation_info(op).inputs numbers, `out` receives its outputs. Not
// for loads and stores.
void emit_operation(Op op, const ptx::Number* in, ptx::Number* out);
// Emits an operation for a kernel that contains the operation's tables
// (kernels/cuda/emit/pq_table.h).
void emit_with_tables(Op op, const ptx::Number* in, ptx::Number* out);

}  // namespace tonelift::cuda
