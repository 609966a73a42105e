// SPDX-License-Identifier: BSD-2-Clause
//
// Emits a loop over the lanes of a vector, for long code that few pixels need.
#pragma once

#include <functional>
#include <span>

#include "kernels/vulkan/emit/spirv_math.h"

namespace tonelift::spirv {

// Emits the code for one lane. `others` contains the numbers of this lane besides its color.
using LaneBody =
    std::function<Triple<Number>(const Triple<Number>& color, std::span<const Number> others)>;

Triple<Number> each_lane(const Triple<Number>& color, std::span<const Number> others,
                         const LaneBody& body);

}  // namespace tonelift::spirv
