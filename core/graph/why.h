// SPDX-License-Identifier: BSD-2-Clause
// Explains in text the reason for each pass and for each stored plane.
#pragma once

#include <string>

#include "core/graph/schedule.h"

namespace tonelift {

std::vector<std::string> reasons_of(const Schedule& schedule, const PassDraft& pass,
                                    const std::map<NodeId, int>& buffers);

}  // namespace tonelift
