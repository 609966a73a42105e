// SPDX-License-Identifier: BSD-2-Clause
//
// Constants of the statistics of planes.
#pragma once

#include <bit>

#include "kernels/pass.h"

namespace tonelift {

// Shift from a sortable key to the index of its bin. The shift keeps the sign, the exponent and one
// bit of the mantissa, so each power of two has two bins.
constexpr int sortable_key_shift = 32 - std::bit_width(static_cast<unsigned>(histogram_bins) - 1u);

constexpr float smallest_of_logs = 1e-6f;

// Number of lanes in which a row is summed. It does not depend on the width of vectors, so that the
// results are equal bit for bit on all machines.
constexpr int reduce_lanes = 16;

// Maximum number of mantissas that are multiplied in a double. The product does not overflow,
// because each mantissa is below 2 and the largest double is above 2^1023.
constexpr int log_products = 1000;

// Number of bin indices that are computed before they are counted. These indices fit into the L1
// cache together with the four tables of a histogram (16 KiB).
constexpr int histogram_bins_at_once = 256;

}  // namespace tonelift
