// SPDX-License-Identifier: BSD-2-Clause
//
// Emits a loop that computes the lanes of vectors one after the other. This suits long code that
// few pixels need. The kernel contains the code once, and an invocation runs it only for the pixels
// that need it.
#pragma once

#include <functional>
#include <span>

#include "kernels/vulkan/emit/spirv_math.h"

namespace tonelift::spirv {

// Emits the code for one lane and returns the lane's new color. `others` contains this lane of the
// other numbers.
using LaneBody =
    std::function<Triple<Number>(const Triple<Number>& color, std::span<const Number> others)>;

Triple<Number> each_lane(const Triple<Number>& color, std::span<const Number> others,
                         const LaneBody& body);

}  // namespace tonelift::spirv
