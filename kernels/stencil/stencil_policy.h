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

// Number of vectors whose sums are computed at the same time. A multiply-add takes 4 cycles, so the
// multiply-add units would be idle most of the time with a single sum.
constexpr int stencil_vectors = 4;

// Width of a block of columns, in pixels. The rows of a block of this width stay in the L1 cache.
constexpr int window_columns = 32;

constexpr int small_median_radius = 3;

// Width of a block of columns of the median, in pixels. The median sorts the input pixels of a
// block once for all output pixels of the block.
constexpr int median_columns = 256;
constexpr int median_digit_bits = 11;

}  // namespace tonelift
