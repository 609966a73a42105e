// SPDX-License-Identifier: BSD-2-Clause
//
// Explains a plan as text: why each pass exists, why each plane is stored, and why a pass measures
// a statistic.
#pragma once

#include <string>

#include "core/graph/schedule.h"

namespace tonelift {

// Returns lines of text with the reasons for a pass and for what it stores and measures. `buffers`
// says where its planes are stored.
std::vector<std::string> reasons_of(const Schedule& schedule, const PassDraft& pass,
                                    const std::map<NodeId, int>& buffers);

}  // namespace tonelift
