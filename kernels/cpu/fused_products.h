// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Replaces each product, together with the only sum or difference that reads it, by one
// multiply_add, which rounds once on instruction sets with fused multiply-add.
PointProgram with_fused_products(PointProgram program);

}  // namespace tonelift
