// SPDX-License-Identifier: BSD-2-Clause
//
// Removes multiplications by 1 from matrices, such as that from YUV to RGB.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Multiplications by 1 and 0 are left out. Results may differ in the last bit.
PointProgram with_short_sums(PointProgram program);

}  // namespace tonelift
