// SPDX-License-Identifier: BSD-2-Clause
//
// Constants shared by the plain and the fast reductions.
#pragma once

#include <bit>

#include "kernels/pass.h"

namespace tonelift {

// Right shift from a sortable key to its bin. The sign, the exponent and one bit of the mantissa
// remain, so two bins span an octave.
constexpr int sortable_key_shift = 32 - std::bit_width(static_cast<unsigned>(histogram_bins) - 1u);

constexpr float smallest_of_logs = 1e-6f;

// Number of lanes of the sum of a row. It does not depend on the width of vectors of doubles. Lanes
// are added in a fixed order, so that all machines return the same bits.
constexpr int reduce_lanes = 16;

// Number of values that a lane multiplies before the product is split into mantissa and exponent.
// It avoids overflow: mantissas are below 2, and a double reaches 2^1023.
constexpr int log_products = 1000;

// Number of bins that SIMD code computes before the counting loop. 64 to 1024 are equally fast; 256
// keeps the bins in L1 together with the four tables (16 KiB).
constexpr int histogram_bins_at_once = 256;

}  // namespace tonelift
