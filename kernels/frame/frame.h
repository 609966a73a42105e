// SPDX-License-Identifier: BSD-2-Clause
//
// Declarations for values that are computed once per frame, such as statistics and temporally
// smoothed values.
#pragma once

#include <limits>
#include <vector>

#include "kernels/pass.h"

namespace tonelift {

// Whether an operation is a scene change that restarts smoothing in its own step: its thresholds
// are known before the step.
bool cuts_early(const FrameOperation& operation, const Plan& plan);
// Temporally smoothed values that a new plan takes over from the old plan. `to` is an index in the
// new plan, and `from` is an index in the old plan.
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
// The value of temporally smoothed values before the first frame.
constexpr float no_state = std::numeric_limits<float>::quiet_NaN();

// Lower bound for the samples of a percentile. With this bound, all samples count.
constexpr float all_samples = -65504.0f;

}  // namespace tonelift
