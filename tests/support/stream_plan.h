// SPDX-License-Identifier: BSD-2-Clause
//
// Plans that a filter makes for a stream, for tests of executors. They have exact=on, so that all
// executors compute the same.
#pragma once

#include <tonelift/tonelift.h>

#include <string>

#include "kernels/pass.h"

namespace tonelift {

// The plan of a stream. out: format of the output; TONELIFT_FORMAT_NONE: by the options.
Plan stream_plan(tonelift_options options, const tonelift_video& in, tonelift_format out);

// The plan after the option `set` was changed while the stream ran; empty: not changed.
Plan live_plan(tonelift_options options, const tonelift_video& in, tonelift_format out,
               const char* set);

// The plan of a stream for the text of a script.
Plan script_plan(const std::string& text, tonelift_options options, const tonelift_video& in,
                 tonelift_format out);

}  // namespace tonelift
