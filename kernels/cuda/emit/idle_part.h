// SPDX-License-Identifier: BSD-2-Clause
//
// Finds instructions that most pixels do not need, such as the treatment of very bright light.
// These are mixes whose weight is often 0, and everything that only these mixes read.
#pragma once

#include <utility>
#include <vector>

#include "kernels/pass.h"

namespace tonelift::cuda {

struct IdlePart {
    PointProgram program;  // reordered, so that the skippable instructions are contiguous
    size_t begin = 0;      // range of the skippable instructions; empty: none
    size_t end = 0;
    // Values in [0,1]. If all are 0, the instructions have no effect and can be skipped.
    std::vector<uint16_t> switches;
    // Results that later instructions read, each with its value if the instructions are skipped.
    std::vector<std::pair<uint16_t, Operand>> results;
};

// The range is empty if a branch would cost more than it saves.
IdlePart idle_part_of(const PointProgram& program);

}  // namespace tonelift::cuda
