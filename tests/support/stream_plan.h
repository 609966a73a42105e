// SPDX-License-Identifier: BSD-2-Clause
//
// Plans as a filter makes them for a stream, for tests of executors. The option exact is on, so
// that all executors compute the same.
#pragma once

#include <tonelift/tonelift.h>

#include <string>

#include "kernels/pass.h"

namespace tonelift {

// Returns the plan of a stream. out: format of the output. With TONELIFT_FORMAT_NONE, the options
// select the format.
Plan stream_plan(tonelift_options options, const tonelift_video& in, tonelift_format out);

// Returns the plan of a stream whose option `set` changes to this text while it runs. An empty text
// changes nothing.
Plan live_plan(tonelift_options options, const tonelift_video& in, tonelift_format out,
               const char* set);

// Returns the plan of a stream with this script.
Plan script_plan(const std::string& text, tonelift_options options, const tonelift_video& in,
                 tonelift_format out);

}  // namespace tonelift
