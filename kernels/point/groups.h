// SPDX-License-Identifier: BSD-2-Clause
//
// Decides which instructions of a program share one loop of machine code.
#pragma once

#include <vector>

#include "kernels/point/draft.h"

namespace tonelift {

// Limits of the cost of a group. This cost is the sum of cost_of() over all instructions of the
// group. A group above longest_group is cut, because a processor looks ahead over only a few
// hundred instructions, so that a long loop is slower than several short loops. Each part costs at
// least shortest_cut_group.
constexpr int longest_group = 80;
constexpr int shortest_cut_group = 36;

int cost_of(const Draft& draft);

// Returns the instructions in groups. Reorders instructions unless `in_order` is true. `kept` lists
// the values that are read after the end of the program.
std::vector<Draft> grouped(std::vector<Draft> drafts, std::vector<DraftValue>& values,
                           const std::vector<int>& kept, bool (*can_join)(const Draft&),
                           bool in_order);

}  // namespace tonelift
