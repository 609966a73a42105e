// SPDX-License-Identifier: BSD-2-Clause
// Builds the plan of a stream from its options and the descriptions of input and output.
#pragma once

#include "core/common/log.h"
#include "core/graph/plan.h"
#include "core/runtime/frame_metadata.h"
#include "core/runtime/settings.h"
#include "core/runtime/stats_file.h"

namespace tonelift {

// The param values of a script. `moved` marks the params that have changed while the stream runs.
// The first change of a param needs a new plan, in which the param is a variable. Later changes of
// this param need no new plan.
struct Params {
    std::string script;
    std::vector<float> values;
    std::vector<bool> moved;
};

constexpr size_t target_peak_parameter = 1;

struct Build {
    Plan plan;
    Reasons reasons;
    std::vector<float> parameters;
    bool passthrough = false;
    int cut_state = -1;  // index of the scene-change statistic, or -1 if there is none
    Params params;
    StatsSection section;
};

struct StreamInput {
    tonelift_video video;
    MetadataForm form{};
};

// Throws an Error if the script exceeds a limit. The message of the Error names the line of the
// script.
Build build(const ScriptSource& source, const Settings& settings, const StreamInput& in,
            const tonelift_video& out, const Params& before, const Log& log);

// Returns whether the script and the conversion from `in` to `out` keep the light of every pixel.
// `in` is the result of describe_input(), and both videos must be HDR.
bool keeps_light(const Settings& settings, const tonelift_video& in, const tonelift_video& out);

// Returns whether equal samples show the same picture in both videos.
bool same_picture(const tonelift_video& a, const tonelift_video& b);

}  // namespace tonelift
