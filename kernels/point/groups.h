// SPDX-License-Identifier: BSD-2-Clause
//
// Decides which instructions of a point program share one loop of machine code.
#pragma once

#include <vector>

#include "kernels/point/draft.h"

namespace tonelift {

// Upper bound of a group's total cost. Compile time grows with the square of a group's length.
// Groups of the presets are shorter.
constexpr int longest_group = 128;

int cost_of(const Draft& draft);

// Merges drafts that `can_join` into as few groups as possible, by reordering; the other drafts run
// between the groups. kept: values that are read after the program. in_order: whether drafts keep
// their order, so that only adjacent drafts form a group.
std::vector<Draft> grouped(std::vector<Draft> drafts, std::vector<DraftValue>& values,
                           const std::vector<int>& kept, bool (*can_join)(const Draft&),
                           bool in_order);

}  // namespace tonelift
