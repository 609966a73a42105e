// SPDX-License-Identifier: BSD-2-Clause
//
// Tuning numbers of the scans on the CPU, with the measurements behind them. Figures are ms for one
// pass of the edge scan over 1920x1080, unorm16 to unorm16, on one core of a Zen 4 at 3.67 GHz with
// AVX-512; best of 150 runs, all planes in the third-level cache.
//
// The passes are limited by arithmetic, not by memory. If all scratch accesses go to the same 128
// bytes (wrong results), columns take 0.65 instead of 0.67. 16 pixels take 18 cycles. 14 of these
// are in the forward recurrence, half of whose operations compute the weight. Rows add 6 cycles for
// three transposes.
//
// Measurements. "a -> b" is the time before and after a change.
// - The backward recurrence is y = w next + (v - w v) instead of y = v + w (next - v), which
//   reduces its latency to one fused multiply-add per step: rows 1.08 -> 0.98, columns unchanged
// - The exponent is not clamped if the guide cannot exceed its range: columns 0.71 -> 0.67, rows
//   0.98 -> 0.94
// - AVX2 instead of AVX-512: rows 1.11, columns 0.86
// - 2^x by vscalefps and vreduceps was not used: 3.5 cycles per instruction here, against 11 cheap
//   operations
#pragma once

namespace tonelift {

// Number of lanes of a panel. These are adjacent rows, or columns, that are filtered in parallel.
constexpr int scan_panel = 16;

// Number of columns that the edge scan filters together. 32 samples of 16 bits are one cache line.
// Values and weights of 1080 steps take 276 KB of L2. Measured (1920x1080, then 3840x2160):
// - 16: 0.74 (lines are fetched twice), 7.1
// - 32: 0.67, 5.5
// - 64: 0.67, 5.0, but 1.1 MB of scratch at 2160 rows, which fills L2
constexpr int scan_column_group = 32;

// Prefetch distance down a column, in rows. Every row is in another page, which hardware
// prefetchers do not reach. Measured (1920x1080, then 3840x2160):
// - 4: 0.72, 6.2
// - 8: 0.68, 5.8
// - 12: 0.67, 5.8
// - 16: 0.66, 5.5
// - 32: 0.67, 5.5
constexpr int scan_prefetch_rows = 16;

// Prefetch distance along 16 rows of value and guide, in pixels. Hardware prefetchers do not track
// as many streams. Measured (1920x1080, then 3840x2160):
// - none: 0.94, 5.3
// - 64: 0.93, 4.2
// - 128: 0.94, 5.2
// - 256: 0.96
constexpr int scan_prefetch_columns = 64;

// Alignment of scratch memory, in floats. A 64-byte store across two cache lines would cost several
// cycles.
constexpr int scan_alignment = 16;

}  // namespace tonelift
