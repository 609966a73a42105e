// SPDX-License-Identifier: BSD-2-Clause
//
// Tuning constants of the recursive filters on the CPU. docs/development/cores/scan_tuning.md has
// the measurements and failed experiments.
#pragma once

namespace tonelift {

// Number of adjacent rows or columns that are filtered at the same time. Each has its own SIMD
// lane.
constexpr int scan_panel = 16;

// Number of columns of 16-bit samples that are filtered at the same time. 32 such samples fill one
// cache line.
constexpr int scan_column_group = 32;

// Prefetch distance down a column, in rows. The rows of a wide picture are in different memory
// pages, and hardware prefetchers do not continue across pages.
constexpr int scan_prefetch_rows = 16;

constexpr int scan_prefetch_columns = 64;

// Alignment of scratch memory, in floats. Stores that cross the boundary of a cache line are slow.
constexpr int scan_alignment = 16;

}  // namespace tonelift
