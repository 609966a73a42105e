// SPDX-License-Identifier: BSD-2-Clause
//
// Functions for frame steps that all executors share.
#pragma once

#include <limits>
#include <vector>

#include "kernels/pass.h"

namespace tonelift {

// Returns whether a scene_change can be computed before its step runs, because its arguments are
// constant during the frame. If it can, smoothing in its own step restarts as well.
bool is_known_early(const FrameOperation& operation, const Plan& plan);
// The states that a plan continues from the previous plan of the same stream. They are given by the
// slots of states and the indices of reductions in both plans. A state is continued if both plans
// compute it at the same place of the same script. It must also affect the picture in both plans or
// in neither, so that states which are only recorded never affect the picture. All other states are
// reset. No state is continued if the histogram of a scene change cannot be continued, because the
// scene change would reset all states.
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
// The value of a state before the first frame.
constexpr float no_state = std::numeric_limits<float>::quiet_NaN();

// The lower bound with which a percentile includes all samples.
constexpr float all_samples = -65504.0f;

}  // namespace tonelift
