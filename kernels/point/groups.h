// SPDX-License-Identifier: BSD-2-Clause
//
// Decides which instructions of a point program share one loop of machine code.
#pragma once

#include <vector>

#include "kernels/point/draft.h"

namespace tonelift {

// Upper bound of the total cost of a group. The time to compile a group grows with the square of
// its length. The groups of the presets are shorter than this.
constexpr int longest_group = 128;

int cost_of(const Draft& draft);

// Merges drafts that `can_join` into as few groups as possible, and may reorder drafts for it. All
// other drafts run between the groups. `kept` contains the values that are read after the program.
// With `in_order`, drafts keep their order, so only adjacent drafts form a group.
std::vector<Draft> grouped(std::vector<Draft> drafts, std::vector<DraftValue>& values,
                           const std::vector<int>& kept, bool (*can_join)(const Draft&),
                           bool in_order);

}  // namespace tonelift
