// SPDX-License-Identifier: BSD-2-Clause
//
// Tuning numbers of the recursive filters on the CPU. docs/development/cores/scan_tuning.md has the
// measurements and failed experiments.
#pragma once

namespace tonelift {

// Number of adjacent rows or columns that are filtered at a time, one per lane.
constexpr int scan_panel = 16;

// 32 samples of 16 bits are one cache line.
constexpr int scan_column_group = 32;

// Prefetch distance down a column, in rows. Hardware prefetchers do not cross pages.
constexpr int scan_prefetch_rows = 16;

constexpr int scan_prefetch_columns = 64;

// Alignment of scratch memory, in floats. Stores across two cache lines are slow.
constexpr int scan_alignment = 16;

}  // namespace tonelift
