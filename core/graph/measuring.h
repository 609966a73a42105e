// SPDX-License-Identifier: BSD-2-Clause
//
// Reduces a schedule to the parts that measure statistics.
#pragma once

#include "core/graph/schedule.h"

namespace tonelift {

// Removes everything that no value with a state depends on. The remaining parts read the same
// values in the same storage formats, so the states are equal bit for bit. measured: see
// PlanRequest.
void keep_statistics(const Graph& graph, const std::vector<NodeId>& measured, Schedule* schedule);

}  // namespace tonelift
