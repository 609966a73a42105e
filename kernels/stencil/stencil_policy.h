// SPDX-License-Identifier: BSD-2-Clause
//
// Constants that the plain and the fast stencils share, and tuning numbers of the fast stencils on
// the CPU.
#pragma once

namespace tonelift {

// Lower bounds of threshold and sigma. They prevent weights from dividing by zero.
constexpr float smallest_threshold = 1e-6f;
constexpr float smallest_sigma = 1e-3f;

// Distance at which a weight of surface blur becomes 0: a difference of guides in units of the
// threshold.
constexpr float surface_reach = 2.5f;

// Time in ms on one core of a Zen 4 with AVX-512, for 1920x64 pixels in bands of 16 rows
// (tests/bench/stencil_bench):
// - separable convolution: radius 8 0.15, radius 64 2.6. Working on 512 columns at a time, so that
//   their rows stay in L2, is no faster: 0.16 and 3.0.
// - mean and extremes: radius 1 0.12, radius 8 0.21, radius 64 0.85 (a band of 16 rows then reads
//   144 rows).
// - median in registers: radius 1 0.07, radius 2 0.53, radius 3 2.2.
// - median by ranks: radius 2 5.5, radius 5 7.3, radius 30 27.

// Number of output vectors that a step of a convolution computes. Their independent sums hide the
// latency of the multiply-adds (4 cycles, 2 per cycle with 256 bits).
constexpr int stencil_vectors = 4;

// Number of columns that are combined by doubling at a time. Their rows stay in L1, since 32 floats
// of up to 200 rows take 25 KB.
constexpr int window_columns = 32;

// Largest radius of a median that is computed in registers. For 7x7, 26 vectors are live.
constexpr int small_median_radius = 3;

// Number of output columns for which the median sorts its input once, and number of bits per digit
// of the radix sort. At radius 30 and 16 rows, 24,000 values take 400 KB.
constexpr int median_columns = 256;
constexpr int median_digit_bits = 11;

}  // namespace tonelift
