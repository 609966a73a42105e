// SPDX-License-Identifier: BSD-2-Clause
//
// Checks options before a stream is known.
#pragma once

#include <tonelift/tonelift.h>

namespace tonelift {

// Makes a filter with these options for a typical input, HDR10 in host memory, and throws its
// errors. Statistics files are not accessed. A CUDA device is opened only if the option device asks
// for one; the filter itself is made for the CPU.
void check_options(tonelift_options options);

}  // namespace tonelift
