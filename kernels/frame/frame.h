// SPDX-License-Identifier: BSD-2-Clause
//
// Numbers that are computed once per frame, such as statistics and their temporal smoothing.
#pragma once

#include <limits>
#include <vector>

#include "kernels/pass.h"

namespace tonelift {

bool is_known_early(const FrameOperation& operation, const Plan& plan);
// Smoothed states that a new plan takes over from the old plan, with their indices in both.
struct TakenOver {
    struct States {
        int to;
        int from;
        int count;
    };
    struct Compared {
        int to;
        int from;
    };
    std::vector<States> states;
    std::vector<Compared> compared;

    bool empty() const { return states.empty() && compared.empty(); }
};
TakenOver taken_over(const Plan& plan, const Plan& before);
// Marks smoothed values before the first frame.
constexpr float no_state = std::numeric_limits<float>::quiet_NaN();

// With this lower bound, a percentile includes all samples.
constexpr float all_samples = -65504.0f;

}  // namespace tonelift
