// SPDX-License-Identifier: BSD-2-Clause
//
// Assigns memory to the planes of a plan, for a machine that runs the steps one after the other.
#pragma once

#include <vector>

#include "kernels/pass.h"

namespace tonelift {

struct PlaneMemory {
    std::vector<size_t> offsets;  // of each buffer, in bytes, aligned to a cache line
    size_t bytes = 0;             // total size
};

// Buffers whose live ranges do not overlap share memory. sizes: of each buffer, in bytes.
PlaneMemory place_planes(const Plan& plan, const std::vector<size_t>& sizes);

}  // namespace tonelift
