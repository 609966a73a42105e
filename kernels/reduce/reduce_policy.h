// SPDX-License-Identifier: BSD-2-Clause
//
// Constants shared by the plain and the fast reductions.
#pragma once

#include <bit>

#include "kernels/pass.h"

namespace tonelift {

// Right shift that reduces the sortable key to the bin: sign, exponent and one bit of mantissa
// remain, so a bin spans half an octave.
constexpr int sortable_key_shift = 32 - std::bit_width(static_cast<unsigned>(histogram_bins) - 1u);

constexpr float smallest_of_logs = 1e-6f;

// Number of lanes of a row's sum, in double, independent of the vector width. They are added in a
// fixed order, so that all machines return the same bits.
constexpr int reduce_lanes = 16;

// Number of values multiplied in a lane before the product is split into mantissa and exponent
// again: mantissas are below 2, and a double reaches 2^1023.
constexpr int log_products = 1000;

// Number of bins that SIMD code computes before the counting loop. 64 to 1024 are equally fast; 256
// keeps the bins in L1 together with the four tables (16 KiB).
constexpr int histogram_bins_at_once = 256;

}  // namespace tonelift
