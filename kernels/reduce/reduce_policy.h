// SPDX-License-Identifier: BSD-2-Clause
//
// Constants of the statistics.
#pragma once

#include <bit>

#include "kernels/pass.h"

namespace tonelift {

// An octave has two bins, because the shift keeps only the sign, the exponent and one bit of the
// mantissa.
constexpr int sortable_key_shift = 32 - std::bit_width(static_cast<unsigned>(histogram_bins) - 1u);

constexpr float smallest_of_logs = 1e-6f;

// The number is the same for all widths of vectors, so that all machines return the same bits.
constexpr int reduce_lanes = 16;

// No product overflows, because mantissas are below 2 and a double reaches 2^1023.
constexpr int log_products = 1000;

// A batch of 256 bins stays in the L1 cache together with the four tables (16 KiB).
constexpr int histogram_bins_at_once = 256;

}  // namespace tonelift
