// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <vector>

#include "kernels/gpu/plan_calls.h"

namespace tonelift {

struct PlaneSize {
    size_t pitch = 0;
    size_t bytes = 0;
};

std::vector<PlaneSize> plane_sizes(const Plan& plan, const PlanCalls& calls);

}  // namespace tonelift
