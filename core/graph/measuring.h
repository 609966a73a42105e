// SPDX-License-Identifier: BSD-2-Clause
//
// Removes the parts of a schedule that only make the picture. The parts that measure statistics
// remain.
#pragma once

#include "core/graph/schedule.h"

namespace tonelift {

// Keeps only what values with a state depend on. These parts read the same values in the same
// storage formats as before, so the states are equal bit for bit. `measured` is
// PlanRequest::measured.
void keep_statistics(const Graph& graph, const std::vector<NodeId>& measured, Schedule* schedule);

}  // namespace tonelift
