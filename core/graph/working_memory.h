// SPDX-License-Identifier: BSD-2-Clause
//
// Estimates the memory of a plan on the CPU: planes, and the working memory of each thread. A
// thread reuses its memory in all passes.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Returns the memory of rows in bytes. The distance between rows is a multiple of a cache line, but
// never of 4096 bytes.
double rows_bytes(double rows, double width, int sample_bytes);

// Returns an upper bound of the working memory in bytes, with as many threads as the passes can
// keep busy and the default tuning numbers.
double working_memory(const Plan& plan);

}  // namespace tonelift
