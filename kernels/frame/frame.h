// SPDX-License-Identifier: BSD-2-Clause
//
// The parts of frame steps that all executors share.
#pragma once

#include <limits>
#include <vector>

#include "kernels/pass.h"

namespace tonelift {

// Returns whether a scene_change can be computed before its step runs, because its arguments are
// constant during the frame. In that case its own step restarts smoothing before it computes
// smoothed values.
bool is_known_early(const FrameOperation& operation, const Plan& plan);
// The states that a plan takes over from the previous plan of the same stream, given by the slots
// of states and the indices of reductions in both plans. A state is taken over if both plans
// compute it at the same place of the same script, and if it affects the picture in both plans or
// in neither, so that states which are only recorded never affect the picture. Other states are
// reset. If the histogram that a scene change compares cannot be taken over, no state is, because
// the scene change would reset all states.
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
