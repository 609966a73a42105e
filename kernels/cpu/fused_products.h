// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Returns the program with fewer instructions: a product and the sum that reads it become one
// multiply_add, unless another instruction also reads the product.
PointProgram with_fused_products(PointProgram program);

}  // namespace tonelift
