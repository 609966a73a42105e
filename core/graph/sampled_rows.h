// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/graph/schedule.h"

namespace tonelift {

// Reduces the height of passes that only make histograms of the input at half its size. Such a pass
// reads rows at equal distances (kernels/input_grid.h). All other statistics need all rows: small
// lights decide a maximum, and the mean of a film's pictures must not depend on the preset.
void sample_rows(const Graph& graph, Schedule* schedule);

}  // namespace tonelift
