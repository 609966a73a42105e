// SPDX-License-Identifier: BSD-2-Clause
//
// Builds the plan from the options and from the descriptions of input and output. Allocates no
// memory for frames.
#pragma once

#include "core/graph/plan.h"
#include "core/runtime/frame_metadata.h"
#include "core/runtime/log.h"
#include "core/runtime/settings.h"
#include "core/runtime/stats_file.h"

namespace tonelift {

// The params of a script. A param that changes while the stream runs becomes a per-frame value.
// Further changes of it then need no new plan.
struct Params {
    std::string script;  // text of the script
    std::vector<float> values;
    std::vector<bool> moved;
};

// Index of a number in Build::parameters and Batch::parameters.
constexpr size_t target_peak_parameter = 1;

// Everything that is made from the settings and the input of a stream, and made again when they
// change.
struct Build {
    Plan plan;
    Reasons reasons;                // reasons of the plan
    std::vector<float> parameters;  // see Batch
    bool passthrough = false;
    int cut_state = -1;  // index of the state that signals cuts to the shots; -1: no such state
    Params params;
    StatsSection section;  // set if there is a stats_file
};

// The input of a stream: the result of describe_input(), and the form of its frames' metadata.
struct StreamInput {
    tonelift_video video;
    MetadataForm form{};
};

// Builds the plan. `before` has the current params of the stream, if any. Throws Error. If the
// script exceeds script_memory or script_work, the message names the place in the script.
Build build(const ScriptSource& source, const Settings& settings, const StreamInput& in,
            const tonelift_video& out, const Params& before, const Log& log);

// Returns whether a sample has the same meaning in both videos.
bool same_picture(const tonelift_video& a, const tonelift_video& b);

}  // namespace tonelift
