// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "kernels/pass.h"
#include "kernels/vulkan/emit/spirv_math.h"

namespace tonelift::spirv {

void emit_operation(Op op, const Number* in, Number* out);
// Like emit_operation(), but PQ encoding and decoding use tables. The module must contain the
// functions of kernels/device/pq.glsl.
void emit_with_tables(Op op, const Number* in, Number* out);

}  // namespace tonelift::spirv
