// SPDX-License-Identifier: BSD-2-Clause
//
// Constants of stencils, which are filters over a neighborhood of pixels.
#pragma once

namespace tonelift {

// Lower bounds of divisors, such as the parameters `threshold` and `sigma`. They prevent divisions
// by zero.
constexpr float smallest_threshold = 1e-6f;
constexpr float smallest_sigma = 1e-3f;

// Surface blur: the weight of a neighbor is 0 if its guide value differs from the pixel's guide
// value by at least surface_reach times the threshold.
constexpr float surface_reach = 2.5f;

// Number of vectors that are summed independently, to hide the latency of multiply-adds. A
// multiply-add takes 4 cycles, and a core starts two multiply-adds of 256 bits per cycle.
constexpr int stencil_vectors = 4;

// Width of a block of columns, in pixels. The rows of a block of this width stay in the L1 cache.
constexpr int window_columns = 32;

constexpr int small_median_radius = 3;

// Number of output columns for which the median sorts the input once.
constexpr int median_columns = 256;
constexpr int median_digit_bits = 11;

}  // namespace tonelift
