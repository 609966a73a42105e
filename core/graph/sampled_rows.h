// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/graph/schedule.h"

namespace tonelift {

// Makes the histograms of passes that only measure the input at half its size from some rows, which
// have equal distances (kernels/input_grid.h). Other statistics of such a pass stay in a pass over
// all rows: small lights decide a maximum, and the mean of a film's pictures must not depend on the
// preset. Histograms are then the same with and without these statistics.
void sample_rows(const Graph& graph, Schedule* schedule);

}  // namespace tonelift
