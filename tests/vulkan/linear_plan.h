// SPDX-License-Identifier: BSD-2-Clause
// Makes plans of scripts on linear light, whose kernels compile quickly.
#pragma once

#include <string>

#include "tests/support/api_stream.h"
#include "tests/support/stream_plan.h"
#include "tests/support/test_plans.h"

namespace tonelift {

inline Plan linear_plan(const std::string& script, Size size) {
    tonelift_video in = make_video(TONELIFT_FORMAT_GBRP16, size.width, size.height);
    in.primaries = TONELIFT_PRIMARIES_BT709;
    in.transfer = TONELIFT_TRANSFER_LINEAR;
    in.range = TONELIFT_RANGE_FULL;
    tonelift_options options = default_options();
    options.transfer = TONELIFT_TRANSFER_LINEAR;
    return script_plan(script, options, in, TONELIFT_FORMAT_GBRP16);
}

}  // namespace tonelift
