// SPDX-License-Identifier: BSD-2-Clause
// Checks options without a stream.
#pragma once

#include <tonelift/tonelift.h>

namespace tonelift {

// Throws the errors of a filter for a typical input.
void check_options(tonelift_options options);

}  // namespace tonelift
