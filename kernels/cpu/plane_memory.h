// SPDX-License-Identifier: BSD-2-Clause
//
// Assigns memory to the planes of a plan. Planes whose live ranges do not overlap can share memory.
#pragma once

#include <vector>

#include "kernels/cpu/memory.h"
#include "kernels/pass.h"
#include "kernels/steps/step_access.h"

namespace tonelift {

struct PlaneMemory {
    std::vector<size_t> offsets;  // of each plane, in bytes; multiples of a cache line
    size_t bytes = 0;
};

PlaneMemory place_planes(const Plan& plan, const std::vector<size_t>& sizes);

// Adds to the planes that a step writes the planes that share memory with them.
void add_planes_in_same_memory(const std::vector<BufferMemory>& planes,
                               std::vector<StepAccess>& accesses);

}  // namespace tonelift
