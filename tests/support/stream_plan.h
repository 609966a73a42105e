// SPDX-License-Identifier: BSD-2-Clause
//
// Plans as a filter makes them of a stream, for tests of executors.
#pragma once

#include <tonelift/tonelift.h>

#include <string>

#include "kernels/pass.h"

namespace tonelift {

// out: format of the output; TONELIFT_FORMAT_NONE: what the options ask for.
Plan stream_plan(tonelift_options options, const tonelift_video& in, tonelift_format out);

// The same after the option `set` was given while the stream ran, empty: not at all.
Plan live_plan(tonelift_options options, const tonelift_video& in, tonelift_format out,
               const char* set);

// The first for the text of a script.
Plan script_plan(const std::string& text, tonelift_options options, const tonelift_video& in,
                 tonelift_format out);

}  // namespace tonelift
