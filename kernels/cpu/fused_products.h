// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Replaces each product, and the only sum or difference that reads it, by one multiply_add.
// Instruction sets with fused multiply-add round only once there.
PointProgram with_fused_products(PointProgram program);

}  // namespace tonelift
