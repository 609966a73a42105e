// SPDX-License-Identifier: BSD-2-Clause
// The state of a filter between two changes of its options or its input. A change builds a second
// stream, which replaces the current one when it is complete. A failed change has no effect.
#pragma once

#include <memory>
#include <string>

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

// Makes the plan and the executor of a stream. Copies the statistics of `before`, the current
// stream, if there is one. Throws Error.
void complete(Stream& stream, const Stream* before, const tonelift_video& mapped,
              const Machine& machine, const Log& log);

}  // namespace tonelift
