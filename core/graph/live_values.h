// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Returns the maximum number of values per pixel that are live at the same time.
int most_live_values(const PointProgram& program);

}  // namespace tonelift
