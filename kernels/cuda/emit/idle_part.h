// SPDX-License-Identifier: BSD-2-Clause
//
// Finds the part of a program that has no effect on most pixels, such as the treatment of very
// bright light. Kernels can skip this part.
#pragma once

#include <utility>
#include <vector>

#include "kernels/pass.h"

namespace tonelift::cuda {

struct IdlePart {
    PointProgram program;
    size_t begin = 0;
    size_t end = 0;
    // If all of these values are 0, the instructions from `begin` up to `end` have no effect and
    // can be skipped.
    std::vector<uint16_t> switches;
    std::vector<std::pair<uint16_t, Operand>> results;
};

IdlePart idle_part_of(const PointProgram& program);

}  // namespace tonelift::cuda
