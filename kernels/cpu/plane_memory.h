// SPDX-License-Identifier: BSD-2-Clause
//
// Assigns memory to planes, so that planes share memory if their live ranges do not overlap.
#pragma once

#include <vector>

#include "kernels/pass.h"

namespace tonelift {

struct PlaneMemory {
    std::vector<size_t> offsets;  // in bytes, aligned to a cache line
    size_t bytes = 0;
};

PlaneMemory place_planes(const Plan& plan, const std::vector<size_t>& sizes);

}  // namespace tonelift
