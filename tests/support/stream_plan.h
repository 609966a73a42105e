// SPDX-License-Identifier: BSD-2-Clause
// Makes the plan that a filter makes for a stream, but without the approximations of the CPU, so
// that all executors compute equal results.
#pragma once

#include <tonelift/tonelift.h>

#include <string>

#include "kernels/pass.h"

namespace tonelift {

Plan stream_plan(tonelift_options options, const tonelift_video& in, tonelift_format out);

// Returns the plan of a preset for HDR10 in P010 to NV12, 640x360.
Plan preset_plan(const char* preset);

Plan live_plan(tonelift_options options, const tonelift_video& in, tonelift_format out,
               const char* set);

Plan script_plan(const std::string& text, tonelift_options options, const tonelift_video& in,
                 tonelift_format out);

}  // namespace tonelift
