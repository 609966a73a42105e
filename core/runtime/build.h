// SPDX-License-Identifier: BSD-2-Clause
//
// From the options and the descriptions of input and output to a plan; nothing is allocated for
// frames.
#pragma once

#include "core/runtime/log.h"
#include "core/runtime/settings.h"
#include "core/runtime/stats_file.h"

namespace tonelift {

// The params of a script. Those that a change has moved while the stream runs are numbers of the
// frame from then on: another value of theirs needs no other plan.
struct Params {
    std::string script;  // the text
    std::vector<float> values;
    std::vector<bool> moved;
};

// What depends on the settings and the input, made anew when they change.
struct Build {
    Plan plan;
    std::vector<float> parameters;  // see Batch
    bool passthrough = false;
    Params params;
    StatsSection section;  // where there is a stats_file
};

// in: as described by describe_input(). before: the params that the stream had so far, if any.
// Throws Error; that of a script which takes more than script_memory or script_work allow says
// where.
Build build(const ScriptSource& source, const Settings& settings, const tonelift_video& in,
            const tonelift_video& out, const Params& before, const Log& log);

// Whether samples of both mean the same.
bool same_picture(const tonelift_video& a, const tonelift_video& b);

}  // namespace tonelift
