// SPDX-License-Identifier: BSD-2-Clause
//
// Estimates the memory of a plan on the CPU: planes, and the working memory of each thread, which
// the thread reuses in all passes.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Returns the size of rows in bytes. Their distance is a multiple of a cache line, but not of 4096
// bytes.
double rows_bytes(double rows, double width, int sample_bytes);

// Returns an upper bound of the working memory in bytes, with as many threads as the passes can
// keep busy and the default tuning numbers.
double working_memory(const Plan& plan);

}  // namespace tonelift
