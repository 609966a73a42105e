// SPDX-License-Identifier: BSD-2-Clause
//
// Constants of the filters over a neighborhood.
#pragma once

namespace tonelift {

// Lower bounds prevent divisions by zero.
constexpr float smallest_threshold = 1e-6f;
constexpr float smallest_sigma = 1e-3f;

// Difference of guides at which a weight of surface blur becomes 0, in units of the threshold.
constexpr float surface_reach = 2.5f;

// Number of independent sums, which hide the latency of multiply-adds. A multiply-add takes 4
// cycles, and a core starts two multiply-adds of 256 bits per cycle.
constexpr int stencil_vectors = 4;

// Width of a block of columns whose rows stay in the L1 cache.
constexpr int window_columns = 32;

constexpr int small_median_radius = 3;

// The input is sorted once for this many output columns.
constexpr int median_columns = 256;
constexpr int median_digit_bits = 11;

}  // namespace tonelift
