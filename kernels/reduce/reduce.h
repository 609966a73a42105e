// SPDX-License-Identifier: BSD-2-Clause
//
// Reduces a plane to per-frame values on the CPU. Reduction in kernels/pass.h defines the results.
// The result does not depend on the distribution of rows over threads: counts are integers, and
// sums are kept per row and added in row order.
#pragma once

#include <cstdint>
#include <span>

#include "kernels/instruction_set.h"
#include "kernels/pass.h"

namespace tonelift {

// histogram_bin() returns the index of the bin that contains a value; NaN counts as 0.
// histogram_bin_start() returns the lowest value of a bin. With `unit_range` the bins divide [0,1];
// otherwise they divide the sortable float keys.
int histogram_bin(float value, bool unit_range);
float histogram_bin_start(int bin, bool unit_range);

// Counts n values. `partial` has four tables of bins, so that increments for equal neighbors do not
// wait for each other.
void histogram_add(std::span<uint32_t> partial, const float* values, int n, bool unit_range,
                   const InstructionSet& set = {});
constexpr int histogram_partial_size = 4 * histogram_bins;
// Adds the counts of `partial` to `bins`. The order of such calls does not matter.
void histogram_merge(std::span<const uint32_t> partial, std::span<uint32_t> bins);

// Returns the sum, sum of squares, sum of logs, minimum or maximum of n values of one row. The
// order of additions is fixed, so all machines return the same bits. Extremes ignore NaN, and are
// infinite for a row that consists of NaN. sum_of_logs counts NaN as 1e-6 and infinity as 2^128.
double reduce_row(ReductionKind kind, const float* values, int n, const InstructionSet& set = {});
// Combines the results of rows in their order.
double reduce_rows(ReductionKind kind, std::span<const double> rows);

}  // namespace tonelift
