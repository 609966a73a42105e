// SPDX-License-Identifier: BSD-2-Clause
//
// Properties of a plan's frame steps that every executor needs.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Whether a scene_change is known before its step runs, because its arguments are the same for the
// whole frame: it restarts the smoothing in the step before that is computed.
bool is_known_early(const FrameOperation& operation, const Plan& plan);
// The number of states that a plan takes over from the previous plan, the first ones; -1 if the two
// do not fit. States of curves need not exist in both.
int states_kept(int states, int curve_states, int states_before, int curve_states_before);

// The bound of a percentile from which on all samples count.
constexpr float all_samples = -65504.0f;

}  // namespace tonelift
