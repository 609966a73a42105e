// SPDX-License-Identifier: BSD-2-Clause
//
// Builds the plan from the options and the descriptions of input and output; allocates nothing for
// frames.
#pragma once

#include "core/color/reshaping.h"
#include "core/graph/plan.h"
#include "core/runtime/log.h"
#include "core/runtime/settings.h"
#include "core/runtime/stats_file.h"

namespace tonelift {

// The params of a script. Those that changed while the stream runs are numbers per frame from then
// on: another value of theirs needs no new plan.
struct Params {
    std::string script;  // the text
    std::vector<float> values;
    std::vector<bool> moved;
};

// The state that depends on the settings and the input, rebuilt when they change.
struct Build {
    Plan plan;
    Reasons reasons;                // of the plan
    std::vector<float> parameters;  // see Batch
    bool passthrough = false;
    Params params;
    StatsSection section;  // if there is a stats_file
};

// The input of a stream: as described by describe_input(), and the form of its reshaping, if there
// is one.
struct StreamInput {
    tonelift_video video;
    ReshapingForm form{};
};

// before: the params of the stream so far, if any. Throws
// Error; the error for a script that exceeds script_memory or script_work names the place.
Build build(const ScriptSource& source, const Settings& settings, const StreamInput& in,
            const tonelift_video& out, const Params& before, const Log& log);

// Whether samples mean the same in both.
bool same_picture(const tonelift_video& a, const tonelift_video& b);

}  // namespace tonelift
