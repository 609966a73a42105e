// SPDX-License-Identifier: BSD-2-Clause
//
// The sizes of a plan's planes in device memory.
#pragma once

#include <vector>

#include "kernels/gpu/plan_calls.h"

namespace tonelift {

struct PlaneSize {
    size_t pitch = 0;  // bytes per row, padded to whole chunks
    size_t bytes = 0;  // bytes per frame
};

// Returns the sizes of the planes from entry_buffers on: the buffers of the plan, then the planes
// of core inputs.
std::vector<PlaneSize> plane_sizes(const Plan& plan, const PlanCalls& calls);

}  // namespace tonelift
