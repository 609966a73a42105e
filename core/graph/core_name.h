// SPDX-License-Identifier: BSD-2-Clause
//
// Names passes. A pass is named after its core.
#pragma once

#include <string>

#include "kernels/pass.h"

namespace tonelift {

// Returns the name of a core, such as "recursive edge x" or "downsample".
std::string core_name(const Core& core);

}  // namespace tonelift
