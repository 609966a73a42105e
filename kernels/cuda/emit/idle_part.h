// SPDX-License-Identifier: BSD-2-Clause
//
// Finds the part of a program that has no effect on most pixels, such as the treatment of very
// bright light. The part consists of mixes whose weight is often 0, and of the operations whose
// results only these mixes read. A thread skips the part if all weights of its pixels are 0.
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
    // Results of the part that later instructions read, each with the operand whose value it has if
    // the part has no effect.
    std::vector<std::pair<uint16_t, Operand>> results;
};

// Returns the idle part of a program. Its range is empty if the part is too short to pay for a
// branch.
IdlePart idle_part_of(const PointProgram& program);

}  // namespace tonelift::cuda
