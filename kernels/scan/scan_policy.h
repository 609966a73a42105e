// SPDX-License-Identifier: BSD-2-Clause
//
// Tuning numbers of the scans on the CPU, with the evidence for each. Measured on one core of a Zen 4 at 3.67 GHz,
// AVX-512, edge scan from unorm16 to unorm16, best of 150 runs; ms for one pass over 1920x1080 unless said otherwise.
//
// Where the time of a pass goes: it is bound by arithmetic, not by memory. With scratch folded onto 128 bytes (wrong
// results) columns take 0.65 in place of 0.67. Of the 18 cycles that 16 pixels take, 14 are the walk forward (13 of
// its 25 operations make the weight) and 5 the walk back; rows add 6 for three transposes.
//   walk back as y = w next + (v - w v), one fused multiply-add of latency a step, in place of y = v + w (next - v):
//     rows 1.08 -> 0.98, columns unchanged
//   no lower bound for the exponent where the guide cannot reach it: columns 0.71 -> 0.67, rows 0.98 -> 0.94
//   AVX2 in place of AVX-512: rows 1.11, columns 0.86
#pragma once

namespace tonelift {

// Lanes of a strip: the rows, or the columns, that are carried along an axis side by side.
constexpr int scan_strip = 16;

// Columns that the edge scan walks down together: 32 samples of 16 bits are one cache line, and values and weights of
// 1080 steps are 276 KB of L2.
//   16: 0.74 (lines are fetched twice), 3840x2160 7.1;  32: 0.67, 5.5;  64: 0.67, 5.0, but 1.1 MB of L2 at 2160 rows
constexpr int scan_column_group = 32;

// Rows ahead of the walk down that are asked for; every row is another page, where no hardware prefetch goes.
//   4: 0.72;  8: 0.68;  12: 0.67;  16: 0.66;  32: 0.665.  3840x2160: 6.2, 5.8, 5.8, 5.5, 5.5
constexpr int scan_prefetch_rows = 16;

// Pixels ahead in the walk along 16 rows of value and guide, more streams than the hardware follows.
//   none: 0.94, 3840x2160 5.3;  64: 0.93, 4.2;  128: 0.94, 5.2;  256: 0.96, 10
constexpr int scan_prefetch_columns = 64;

// Floats to which scratch is aligned: a 64-byte store across two cache lines costs several.
constexpr int scan_alignment = 16;

}  // namespace tonelift
