// SPDX-License-Identifier: BSD-2-Clause
// Checks options without a stream.
#pragma once

#include <tonelift/tonelift.h>

namespace tonelift {

// Checks options as a filter does for a typical input, and throws the same errors.
void check_options(tonelift_options options);

}  // namespace tonelift
