// SPDX-License-Identifier: BSD-2-Clause
//
// Tuning numbers of the scans on the CPU, with the evidence for each: ms for one pass of the edge
// scan over 1920x1080, unorm16 to unorm16, on one core of a Zen 4 at 3.67 GHz with AVX-512, best of
// 150 runs, all planes in the third level of cache.
//
// The passes are bound by arithmetic. With scratch folded onto 128 bytes (wrong results) columns
// take 0.65 in place of 0.67; 16 pixels take 18 cycles, 14 of them in the forward recurrence, half
// of whose operations compute the weight; rows add 6 cycles for three transposes. Tried:
// - backward recurrence as y = w next + (v - w v), one fused multiply-add of latency per step, in
//   place of y = v + w (next - v): rows 1.08 -> 0.98, columns unchanged
// - no bound for the exponent where the guide cannot reach it: columns 0.71 -> 0.67, rows 0.98 ->
//   0.94
// - AVX2 in place of AVX-512: rows 1.11, columns 0.86
// - 2^x by vscalefps and vreduceps: 3.5 cycles an instruction here, against 11 cheap operations
#pragma once

namespace tonelift {

// Lanes of a panel: neighboring rows, or columns, that are filtered side by side along an axis.
constexpr int scan_panel = 16;

// Columns that the edge scan filters together: 32 samples of 16 bits are one cache line, and values
// and weights of 1080 steps are 276 KB of L2.
// - 16: 0.74 (lines are fetched twice), 3840x2160 7.1
// - 32: 0.67, 5.5
// - 64: 0.67, 5.0, but 1.1 MB of scratch at 2160 rows, all of L2
constexpr int scan_column_group = 32;

// Prefetch distance down a column, in rows; every row is another page, which no hardware prefetcher
// crosses.
// - 4: 0.72, 3840x2160 6.2
// - 8: 0.68, 5.8
// - 12: 0.67, 5.8
// - 16: 0.66, 5.5
// - 32: 0.67, 5.5
constexpr int scan_prefetch_rows = 16;

// Prefetch distance along 16 rows of value and guide, in pixels; these are more streams than the
// hardware follows.
// - none: 0.94, 3840x2160 5.3
// - 64: 0.93, 4.2
// - 128: 0.94, 5.2
// - 256: 0.96
constexpr int scan_prefetch_columns = 64;

// Alignment of scratch in floats: a 64-byte store across two cache lines costs several cycles.
constexpr int scan_alignment = 16;

}  // namespace tonelift
