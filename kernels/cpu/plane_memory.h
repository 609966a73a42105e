// SPDX-License-Identifier: BSD-2-Clause
//
// Assigns memory to the planes of a plan. Planes whose live ranges do not overlap can share memory.
#pragma once

#include <vector>

#include "kernels/pass.h"

namespace tonelift {

struct PlaneMemory {
    std::vector<size_t> offsets;  // of each plane, in bytes; multiples of a cache line
    size_t bytes = 0;
};

PlaneMemory place_planes(const Plan& plan, const std::vector<size_t>& sizes);

}  // namespace tonelift
