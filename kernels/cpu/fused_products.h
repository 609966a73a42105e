// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// The program with one multiply_add in place of a product and the sum or difference that alone
// reads it. Instruction sets with fused multiplications round once there.
PointProgram with_fused_products(PointProgram program);

}  // namespace tonelift
