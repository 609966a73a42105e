// SPDX-License-Identifier: BSD-2-Clause
//
// Properties of a plan's frame steps that every executor needs.
#pragma once

#include <limits>
#include <vector>

#include "kernels/pass.h"

namespace tonelift {

// Whether a scene_change is known before its step runs, because its arguments are the same for the
// whole frame: it restarts the smoothing in the step before that is computed.
bool is_known_early(const FrameOperation& operation, const Plan& plan);
// The states that a plan takes over from the plan before it in the same stream, by slots of states
// and indices of reductions: what is made at one place of one script, and that either the picture
// is made of in both or in neither, so that what is recorded besides never reaches the picture.
// States that are not taken over start anew. Nothing is taken over without the histogram that a
// scene change compares, since a scene change restarts all states.
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
// A state that no frame has set.
constexpr float no_state = std::numeric_limits<float>::quiet_NaN();

// The bound of a percentile from which on all samples count.
constexpr float all_samples = -65504.0f;

}  // namespace tonelift
