// SPDX-License-Identifier: BSD-2-Clause
// Explains in text why the plan has each pass and why it stores each plane.
#pragma once

#include <string>

#include "core/graph/schedule.h"

namespace tonelift {

std::vector<std::string> reasons_of(const Schedule& schedule, const PassDraft& pass,
                                    const std::map<NodeId, int>& buffers);

}  // namespace tonelift
