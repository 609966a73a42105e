// SPDX-License-Identifier: BSD-2-Clause
//
// Tuning numbers of the scans on the CPU, with the evidence for each.
#pragma once

namespace tonelift {

// Lanes of a strip: the rows, or the columns, that are carried along an axis side by side.
constexpr int scan_strip = 16;

// Columns that the edge scan walks down together.
constexpr int scan_column_group = 32;

// Rows ahead of the walk down that are asked for.
constexpr int scan_prefetch_rows = 12;

}  // namespace tonelift
