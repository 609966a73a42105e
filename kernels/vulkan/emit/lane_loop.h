// SPDX-License-Identifier: BSD-2-Clause
//
// Emits a SPIR-V loop over the lanes of a vector; each lane is one pixel. A loop is for long code
// that few pixels need, because it contains this code only once.
#pragma once

#include <functional>
#include <span>

#include "kernels/vulkan/emit/spirv_math.h"

namespace tonelift::spirv {

// A function that emits the body of the loop. The body computes the new color of one lane. `others`
// contains this lane's values of the vectors that the loop reads but does not change.
using LaneBody =
    std::function<Triple<Number>(const Triple<Number>& color, std::span<const Number> others)>;

Triple<Number> each_lane(const Triple<Number>& color, std::span<const Number> others,
                         const LaneBody& body);

}  // namespace tonelift::spirv
