// SPDX-License-Identifier: BSD-2-Clause
//
// All that a filter runs between two changes of its options or its input. A change makes another
// stream beside the one that runs, and only a whole one takes its place: a change that fails has
// changed nothing.
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
    tonelift_video given;  // the input as the caller described it
    tonelift_video in;     // and as it is processed
    ReshapingForm form{};  // of its Dolby Vision
    Build build{};
    std::shared_ptr<Executor> executor{};  // another stream of an equal plan has the same one
};

// Describes the input of a stream. Logs what was assumed of it.
tonelift_video described(const tonelift_video& given, const Settings& settings, const Log& log);

// Makes plan and executor of a stream whose other members are set. before: the stream that runs, if
// any, whose temporal state is taken over; it stays as it is. mapped: the picture that comes out.
// Throws Error.
void complete(Stream& stream, const Stream* before, const tonelift_video& mapped,
              const Machine& machine, const Log& log);

}  // namespace tonelift
