// SPDX-License-Identifier: BSD-2-Clause
//
// Names of passes, derived from their cores.
#pragma once

#include <string>

#include "kernels/pass.h"

namespace tonelift {

// "recursive edge x", "downsample", ...
std::string core_name(const Core& core);

}  // namespace tonelift
