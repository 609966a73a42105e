// SPDX-License-Identifier: BSD-2-Clause
// Checks options without a stream.
#pragma once

#include <tonelift/tonelift.h>

namespace tonelift {

// Makes the plan for a typical input, HDR10 in host memory, and throws the errors of a filter.
void check_options(tonelift_options options);

}  // namespace tonelift
