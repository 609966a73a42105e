// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/graph/schedule.h"

namespace tonelift {

// Removes everything from the schedule that the statistics in `measured` do not need. Storage
// formats stay the same, so that each statistic is bit-identical to its result in the full
// schedule.
void keep_statistics(const Graph& graph, const std::vector<NodeId>& measured, Schedule* schedule);

}  // namespace tonelift
