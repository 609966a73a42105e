// SPDX-License-Identifier: BSD-2-Clause
//
// Memory on the CPU: planes, and the working memory that each thread has for the passes. Threads
// keep the parts of it from pass to pass.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Returns the size of rows in bytes: rows start at multiples of a cache line, but not 4096 bytes
// apart.
double rows_bytes(double rows, double width, int sample_bytes);

// Returns an upper bound of the working memory in bytes, with as many threads as the passes can
// keep busy and the default tuning numbers.
double working_memory(const Plan& plan);

}  // namespace tonelift
