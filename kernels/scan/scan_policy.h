// SPDX-License-Identifier: BSD-2-Clause
//
// Tuning numbers of the recursive filters on the CPU. docs/development/cores/scan_tuning.md has the
// measurements and failed experiments.
#pragma once

namespace tonelift {

// Number of adjacent rows or columns that are filtered at a time, one per lane.
constexpr int scan_panel = 16;

// Number of columns that the edge-aware filter processes together: 32 samples of 16 bits are one
// cache line. 64 columns would fill the L2 cache at 2160 rows.
constexpr int scan_column_group = 32;

// Prefetch distance down a column, in rows. Every row is in another page, where hardware
// prefetchers do not work.
constexpr int scan_prefetch_rows = 16;

// Prefetch distance along rows, in pixels. Hardware prefetchers do not track the 32 streams of 16
// rows.
constexpr int scan_prefetch_columns = 64;

// Alignment of scratch memory, in floats. Stores of 64 bytes across two cache lines cost several
// cycles more.
constexpr int scan_alignment = 16;

}  // namespace tonelift
