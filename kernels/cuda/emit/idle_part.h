// SPDX-License-Identifier: BSD-2-Clause
//
// Finds the part of a program that most pixels do not need, such as the treatment of very bright
// light. It consists of mixes whose weight is often 0, and of operations whose results are only
// read by these mixes. A thread skips the part if all weights of its pixels are 0.
#pragma once

#include <utility>
#include <vector>

#include "kernels/pass.h"

namespace tonelift::cuda {

struct IdlePart {
    PointProgram program;  // reordered: the part is in one piece
    size_t begin = 0;      // range of the part in the program's code; empty: there is no part
    size_t end = 0;
    // Values in [0,1] that the program computes before the part. If all are 0, the part has no
    // effect.
    std::vector<uint16_t> switches;
    // Results of the part that later instructions read. Each has an operand, whose value the result
    // has if the part is skipped.
    std::vector<std::pair<uint16_t, Operand>> results;
};

// Returns the idle part of a program. Its range is empty if the part is too short for a branch to
// be worthwhile.
IdlePart idle_part_of(const PointProgram& program);

}  // namespace tonelift::cuda
