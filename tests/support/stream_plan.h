// SPDX-License-Identifier: BSD-2-Clause
//
// Plans that a filter makes for a stream, for tests of executors. They are made with exact=on, so
// that all executors compute the same.
#pragma once

#include <tonelift/tonelift.h>

#include <string>

#include "kernels/pass.h"

namespace tonelift {

// Returns the plan of a stream. out: format of the output; TONELIFT_FORMAT_NONE: by the options.
Plan stream_plan(tonelift_options options, const tonelift_video& in, tonelift_format out);

// Returns the plan after the option `set` has changed to this text while the stream runs. An empty
// text changes nothing.
Plan live_plan(tonelift_options options, const tonelift_video& in, tonelift_format out,
               const char* set);

// Returns the plan of a stream with this text as script.
Plan script_plan(const std::string& text, tonelift_options options, const tonelift_video& in,
                 tonelift_format out);

}  // namespace tonelift
