// SPDX-License-Identifier: BSD-2-Clause
//
// Statistics of a plane on the CPU, which do not depend on the number of threads.
#pragma once

#include <cstdint>
#include <span>

#include "kernels/instruction_set.h"
#include "kernels/pass.h"

namespace tonelift {

// NaN counts as 0. With `unit_range` the bins divide [0,1]; otherwise they divide the sortable keys
// of floats.
int histogram_bin(float value, bool unit_range);
float histogram_bin_start(int bin, bool unit_range);

// `partial` has four tables, so that increments for equal neighbors do not wait for each other.
void histogram_add(std::span<uint32_t> partial, const float* values, int n, bool unit_range,
                   const InstructionSet& set = {});
constexpr int histogram_partial_size = 4 * histogram_bins;
void histogram_merge(std::span<const uint32_t> partial, std::span<uint32_t> bins);

// The order of additions is fixed, so all machines return the same bits.
double reduce_row(ReductionKind kind, const float* values, int n, const InstructionSet& set = {});
double reduce_rows(ReductionKind kind, std::span<const double> rows);

}  // namespace tonelift
