// SPDX-License-Identifier: BSD-2-Clause
//
// Describes the reasons of a plan as text: why each pass exists, why each plane is stored, and why
// a pass measures a statistic.
#pragma once

#include <string>

#include "core/graph/schedule.h"

namespace tonelift {

// Returns the reasons for a pass and for its sinks, in lines. buffers: where its planes are stored.
std::vector<std::string> reasons_of(const Schedule& schedule, const PassDraft& pass,
                                    const std::map<NodeId, int>& buffers);

}  // namespace tonelift
