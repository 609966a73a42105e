// SPDX-License-Identifier: BSD-2-Clause
//
// The state of a filter between two changes of its options or its input. A change builds a second
// stream and replaces the current stream only when the second is complete. A change that fails has
// no effect.
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
    tonelift_video given;  // the input as described by the caller
    tonelift_video in;     // the input as it is processed
    MetadataForm form{};   // form of the frames' metadata
    Build build{};
    std::shared_ptr<Executor> executor{};  // shared with other streams that have an equal plan
};

// Describes the input of a stream. Logs the assumptions made.
tonelift_video described(const tonelift_video& given, const Settings& settings, const Log& log);

// Makes the plan and the executor of a stream whose other members are set. `before` is the current
// stream, if any, whose temporal state is copied. `mapped` is the output picture. Throws Error.
void complete(Stream& stream, const Stream* before, const tonelift_video& mapped,
              const Machine& machine, const Log& log);

}  // namespace tonelift
