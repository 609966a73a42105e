// SPDX-License-Identifier: BSD-2-Clause
//
// A shorter version of a plan for frames in which one number is not above 0: the result of every
// select by this number is known then, and passes that only compute the other operand are left out.
#pragma once

#include <optional>
#include <vector>

#include "kernels/pass.h"

namespace tonelift {

struct Shortcut {
    enum class Step : uint8_t { same, left_out, changed };
    int number = -1;           // uniform; a frame in which it is above 0 takes the whole plan
    std::vector<Step> steps;   // of the plan
    std::vector<Pass> passes;  // by step: its pass, if changed; otherwise empty
};

// The shortcut that leaves out most cores; none if no core can be left out.
std::optional<Shortcut> shortcut_of(const Plan& plan);

// The program for frames in which a number is not above 0.
PointProgram settled(PointProgram program, uint16_t number);

}  // namespace tonelift
