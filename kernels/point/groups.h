// SPDX-License-Identifier: BSD-2-Clause
//
// Which instructions of a point program become one loop of machine code.
#pragma once

#include <vector>

#include "kernels/point/draft.h"

namespace tonelift {

// The most that the operations of a group cost together. The time in which a group is compiled
// grows with the square of its length. Groups of presets are shorter.
constexpr int longest_group = 128;

int cost_of(const Draft& draft);

// Puts drafts that `can_join` into groups, as few as there can be: others wait for the results of
// one group and make the operands of the next. kept: values that are read after the program.
// in_order: the drafts stay in their order, and groups are runs of neighbors.
std::vector<Draft> grouped(std::vector<Draft> drafts, std::vector<DraftValue>& values,
                           const std::vector<int>& kept, bool (*can_join)(const Draft&),
                           bool in_order);

}  // namespace tonelift
