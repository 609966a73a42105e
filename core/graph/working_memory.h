// SPDX-License-Identifier: BSD-2-Clause
// Estimates the memory of a plan on the CPU: planes, and the working memory of each thread.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Returns the size of padded rows in bytes. The row pitch is a multiple of a cache line, but never
// of 4096 bytes.
double rows_bytes(double rows, double width, int sample_bytes);

// Returns an upper bound in bytes, with default tuning.
double working_memory(const Plan& plan);

}  // namespace tonelift
