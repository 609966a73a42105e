// SPDX-License-Identifier: BSD-2-Clause
//
// Constants that the plain and the fast reductions share.
#pragma once

#include <bit>

#include "kernels/pass.h"

namespace tonelift {

// Shift of the sortable key that leaves the bin: sign, exponent and one bit of mantissa, so a bin
// is half an octave wide.
constexpr int sortable_key_shift = 32 - std::bit_width(static_cast<unsigned>(histogram_bins) - 1u);

constexpr float smallest_of_logs = 1e-6f;

// Lanes of a row's sum, in double, whatever the width of the machine's vectors; they are added in
// one order in the end, so that every machine gives the same bits.
constexpr int reduce_lanes = 16;

// Values multiplied in one lane before the product is split again into mantissa and exponent:
// mantissas are below 2 and a double holds 2^1023.
constexpr int log_products = 1000;

// Bins found by SIMD before the counting loop runs over them. 64 to 1024 measure alike; 256 keeps
// them in L1 beside the four tables (16 KiB).
constexpr int histogram_bins_at_once = 256;

}  // namespace tonelift
