// SPDX-License-Identifier: BSD-2-Clause
//
// The names of passes, by what they look at beyond one pixel.
#pragma once

#include <string>

#include "kernels/pass.h"

namespace tonelift {

// "recursive edge x", "downsample", ...
std::string core_name(const Core& core);

}  // namespace tonelift
