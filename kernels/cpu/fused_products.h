// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Replaces a product and the sum that reads it by one multiply_add, unless the product has other
// readers.
PointProgram with_fused_products(PointProgram program);

}  // namespace tonelift
