// SPDX-License-Identifier: BSD-2-Clause
//
// A loop that computes the lanes of vectors one after the other. It suits long code that few pixels
// need: the code exists once, and invocations run it only for their pixels that need it.
#pragma once

#include <functional>
#include <span>

#include "kernels/vulkan/emit/spirv_math.h"

namespace tonelift::spirv {

// Returns the new color of a lane. others: one lane of the other numbers.
using LaneBody =
    std::function<Triple<Number>(const Triple<Number>& color, std::span<const Number> others)>;

Triple<Number> each_lane(const Triple<Number>& color, std::span<const Number> others,
                         const LaneBody& body);

}  // namespace tonelift::spirv
