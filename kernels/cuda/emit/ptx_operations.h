// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "kernels/cuda/emit/ptx_math.h"
#include "kernels/pass.h"

namespace tonelift::cuda {

void emit_operation(Op op, const ptx::Number* in, ptx::Number* out);
// Like emit_operation(), but PQ encoding and decoding use the tables of pq_table.h.
void emit_with_tables(Op op, const ptx::Number* in, ptx::Number* out);

}  // namespace tonelift::cuda
