// SPDX-License-Identifier: BSD-2-Clause
// Estimates the working memory of all threads for a plan on the CPU.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Returns the size in bytes of `rows` rows with padding. The row pitch is a multiple of 64 bytes (a
// cache line), but never of 4096 bytes.
double rows_bytes(double rows, double width, int sample_bytes);

// Returns an upper bound of the working memory of the plan in bytes, for default tuning.
double working_memory(const Plan& plan);

}  // namespace tonelift
