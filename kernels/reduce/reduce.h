// SPDX-License-Identifier: BSD-2-Clause
//
// Computes statistics of a plane on the CPU. The results do not depend on the number of threads.
#pragma once

#include <cstdint>
#include <span>

#include "kernels/instruction_set.h"
#include "kernels/pass.h"

namespace tonelift {

// Returns the bin of a value. NaN counts as 0. If `unit_range` is true, the bins are equal parts of
// [0,1]. Otherwise, they are equal parts of the range of sortable keys
// (kernels/math/sortable_key.h).
int histogram_bin(float value, bool unit_range);
float histogram_bin_start(int bin, bool unit_range);

// Counts the values in `partial`, which has four tables of bins. With four tables, increments for
// adjacent equal values do not wait for each other.
void histogram_add(std::span<uint32_t> partial, const float* values, int n, bool unit_range,
                   const InstructionSet& set = {});
constexpr int histogram_partial_size = 4 * histogram_bins;

// Adds all tables of `partial` to its first table, and sets the others to 0. If the thread that has
// counted makes this call, other threads only need to read the first table.
void histogram_fold(std::span<uint32_t> partial);

// Adds the bins from `first` to `last` - 1 of a folded `partial` to `bins`, and sets them to 0 in
// `partial`.
void histogram_take(std::span<uint32_t> partial, int first, int last, std::span<uint32_t> bins);

// reduce_row() computes a statistic of one row. reduce_rows() combines the results of all rows. The
// order of additions is fixed, so the results are equal bit for bit on all machines.
double reduce_row(ReductionKind kind, const float* values, int n, const InstructionSet& set = {});
double reduce_rows(ReductionKind kind, std::span<const double> rows);

}  // namespace tonelift
