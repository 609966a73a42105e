// SPDX-License-Identifier: BSD-2-Clause
//
// Reduces a schedule to the statistics, without a picture.
#pragma once

#include "core/graph/schedule.h"

namespace tonelift {

// Removes everything that no value with a state depends on. The rest is computed from the same
// values, stored in the same way, so that the states are equal bit for bit. measured: see
// PlanRequest.
void keep_statistics(const Graph& graph, const std::vector<NodeId>& measured, Schedule* schedule);

}  // namespace tonelift
