// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/graph/schedule.h"

namespace tonelift {

// Removes the work that statistics do not need. Storage formats do not change, so that the
// statistics are equal bit for bit.
void keep_statistics(const Graph& graph, const std::vector<NodeId>& measured, Schedule* schedule);

}  // namespace tonelift
