// SPDX-License-Identifier: BSD-2-Clause
//
// Emits the operations of point programs as SPIR-V.
#pragma once

#include "kernels/pass.h"
#include "kernels/vulkan/emit/spirv_math.h"

namespace tonelift::spirv {

// Emits an operation by the math templates. Loads, lookups and stores are excluded. `in` and `out`
// are as in evaluate_operation().
void emit_operation(Op op, const Number* in, Number* out);
// The same in a module that has the functions of kernels/device/pq.glsl.
void emit_with_tables(Op op, const Number* in, Number* out);

}  // namespace tonelift::spirv
