// SPDX-License-Identifier: BSD-2-Clause
//
// The part of a schedule that is left where only the statistics are wanted and no picture.
#pragma once

#include "core/graph/schedule.h"

namespace tonelift {

// Leaves out all that no number with a state depends on. What stays is computed from the same
// values, stored in the same way, so that the states are the same bit for bit. measured: see
// PlanRequest.
void keep_statistics(const Graph& graph, const std::vector<NodeId>& measured, Schedule* schedule);

}  // namespace tonelift
