// SPDX-License-Identifier: BSD-2-Clause
//
// Decides which instructions of a point program share one loop of machine code.
#pragma once

#include <vector>

#include "kernels/point/draft.h"

namespace tonelift {

// Upper bound of a group's total cost, and lower bound of a group that is cut off a longer one. A
// processor overlaps the iterations of a short loop, since it looks ahead over a few hundred
// instructions; the chain of operations in a long iteration would be its limit. A cut costs a store
// and a load of each value across.
constexpr int longest_group = 40;
constexpr int shortest_cut_group = 12;

int cost_of(const Draft& draft);

// Merges drafts that `can_join` into as few groups as possible, and may reorder drafts for it. All
// other drafts run between the groups. `kept` contains the values that are read after the program.
// With `in_order`, drafts keep their order, so only adjacent drafts form a group.
std::vector<Draft> grouped(std::vector<Draft> drafts, std::vector<DraftValue>& values,
                           const std::vector<int>& kept, bool (*can_join)(const Draft&),
                           bool in_order);

}  // namespace tonelift
