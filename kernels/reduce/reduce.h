// SPDX-License-Identifier: BSD-2-Clause
//
// Reductions of a plane to per-frame values on the CPU. Contract in kernels/pass.h (Reduction). The
// result does not depend on how rows are distributed over threads: counts are integers, and sums
// are kept by row and added in row order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/instruction_set.h"
#include "kernels/pass.h"

namespace tonelift {

// The counts of one thread. merge() is associative and commutative.
struct Histogram {
    std::vector<uint32_t> bins = std::vector<uint32_t>(histogram_bins);
};

// Index of a value's bin, and the value at which a bin starts: for unit ranges, and for the
// sortable float key. NaN counts as 0.
int histogram_bin(float value, bool unit_range);
float histogram_bin_start(int bin, bool unit_range);

// Adds n values to the counts. There are four partial tables, so that increments for equal
// neighbors do not wait for each other.
void histogram_add(std::span<uint32_t> partial, const float* values, int n, bool unit_range,
                   const InstructionSet& set = {});
constexpr int histogram_partial_size = 4 * histogram_bins;
void histogram_merge(std::span<const uint32_t> partial, std::span<uint32_t> bins);

// Sum, sum of squares, sum of logs, minimum or maximum of n values of one row, in a fixed order:
// the same bits on every machine. Extremes ignore NaN and are infinite for a row of NaN;
// sum_of_logs counts NaN as 1e-6 and infinity as 2^128.
double reduce_row(ReductionKind kind, const float* values, int n, const InstructionSet& set = {});
// Combines row results, in row order.
double reduce_rows(ReductionKind kind, std::span<const double> rows);

}  // namespace tonelift
