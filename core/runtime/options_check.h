// SPDX-License-Identifier: BSD-2-Clause
//
// Checks options without a stream.
#pragma once

#include <tonelift/tonelift.h>

namespace tonelift {

// Makes the plan of a filter with these options for a typical input, HDR10 in host memory, and
// throws the errors of the filter. Statistics files are not accessed. A CUDA device is opened only
// if the option device asks for it.
void check_options(tonelift_options options);

}  // namespace tonelift
