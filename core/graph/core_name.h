// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>

#include "kernels/pass.h"

namespace tonelift {

// Returns the name that messages use for a pass with this core, such as "recursive edge x" or
// "downsample".
std::string core_name(const Core& core);

}  // namespace tonelift
