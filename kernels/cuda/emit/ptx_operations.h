// SPDX-License-Identifier: BSD-2-Clause
//
// Emits the operations of point programs as PTX.
#pragma once

#include "kernels/cuda/emit/ptx_math.h"
#include "kernels/pass.h"

namespace tonelift::cuda {

// Emits an operation other than a load, lookup or store. in: operation_info(op).inputs numbers.
// out: receives operation_info(op).outputs numbers.
void emit_operation(Op op, const ptx::Number* in, ptx::Number* out);
// Emits an operation like emit_operation(), but with the PQ tables that the kernel contains
// (kernels/cuda/emit/pq_table.h).
void emit_with_tables(Op op, const ptx::Number* in, ptx::Number* out);

}  // namespace tonelift::cuda
