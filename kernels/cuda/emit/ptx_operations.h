// SPDX-License-Identifier: BSD-2-Clause
//
// Emits the operations of point programs as PTX.
#pragma once

#include "kernels/cuda/emit/ptx_math.h"
#include "kernels/pass.h"

namespace tonelift::cuda {

// Emits an operation other than a load, lookup or store. The length of `in` is
// operation_info(op).inputs, and that of `out` is operation_info(op).outputs.
void emit_operation(Op op, const ptx::Number* in, ptx::Number* out);
// The same with the PQ tables that the kernel contains (kernels/cuda/emit/pq_table.h).
void emit_with_tables(Op op, const ptx::Number* in, ptx::Number* out);

}  // namespace tonelift::cuda
