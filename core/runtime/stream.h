// SPDX-License-Identifier: BSD-2-Clause
// The state of a filter between two changes of its options or its input.
#pragma once

#include <memory>

#include "core/runtime/build.h"
#include "core/runtime/machine.h"
#include "kernels/executor.h"

namespace tonelift {

struct Stream {
    Settings settings;
    ScriptSource script;
    tonelift_video given;
    tonelift_video in;
    MetadataForm form{};
    Build build{};
    std::shared_ptr<Executor> executor{};
};

tonelift_video described(const tonelift_video& given, const Settings& settings, const Log& log);

// Sets stream.build and stream.executor. `before` is the current stream, or null. `stream`
// continues with the smoothed statistics of *before.
void complete(Stream& stream, const Stream* before, const tonelift_video& mapped,
              const Machine& machine, const Log& log);

}  // namespace tonelift
