// SPDX-License-Identifier: BSD-2-Clause
//
// Numbers that the plain and the fast stencils share, and tuning numbers of the fast ones.
#pragma once

namespace tonelift {

// Thresholds and sigmas below these mean these: a weight is never a division by zero.
constexpr float smallest_threshold = 1e-6f;
constexpr float smallest_sigma = 1e-3f;

// Surface blur reaches no further than this many thresholds.
constexpr float surface_reach = 2.5f;

// Vectors of output that go through the taps of a convolution together: independent sums hide the
// latency of the multiply-adds (4 cycles, 2 a cycle on 256 bits).
constexpr int stencil_vectors = 4;

// Columns whose rows are combined by doubling while they sit in L1: 32 floats of up to 200 rows are
// 25 KB.
constexpr int window_columns = 32;

// Columns of output between two sorts of the median, and the bits of a digit of its radix sort: at
// radius 30 over 16 rows, 24,000 values keep to 400 KB.
constexpr int median_columns = 256;
constexpr int median_digit_bits = 11;

}  // namespace tonelift
