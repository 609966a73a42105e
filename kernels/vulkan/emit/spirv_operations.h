// SPDX-License-Identifier: BSD-2-Clause
//
// Emits the operations of point programs as SPIR-V.
#pragma once

#include "kernels/pass.h"
#include "kernels/vulkan/emit/spirv_math.h"

namespace tonelift::spirv {

// Emits an operation other than a load, lookup or store by the math templates. in, out: see
// evaluate_operation().
void emit_operation(Op op, const Number* in, Number* out);
// Emits an operation like emit_operation(), but in a module that has the functions of
// kernels/device/pq.glsl.
void emit_with_tables(Op op, const Number* in, Number* out);

}  // namespace tonelift::spirv
