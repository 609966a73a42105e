// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Replaces a product and the sum that reads it by one multiply_add. The same applies to a
// difference. The product must have no other reader. With fused multiply-add, the result is rounded
// once instead of twice.
PointProgram with_fused_products(PointProgram program);

}  // namespace tonelift
