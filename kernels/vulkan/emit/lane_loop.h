// SPDX-License-Identifier: BSD-2-Clause
//
// Emits a loop that computes the lanes of vectors one after the other. It is for long code that few
// pixels need: the code is in the kernel once, and an invocation runs it only for those of its
// pixels that need it.
#pragma once

#include <functional>
#include <span>

#include "kernels/vulkan/emit/spirv_math.h"

namespace tonelift::spirv {

// A function that emits the code for one lane and returns the lane's new color. others: this lane
// of the other numbers.
using LaneBody =
    std::function<Triple<Number>(const Triple<Number>& color, std::span<const Number> others)>;

Triple<Number> each_lane(const Triple<Number>& color, std::span<const Number> others,
                         const LaneBody& body);

}  // namespace tonelift::spirv
