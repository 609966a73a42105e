// SPDX-License-Identifier: BSD-2-Clause
//
// Assigns memory to the planes of a plan whose steps run one after the other.
#pragma once

#include <vector>

#include "kernels/pass.h"

namespace tonelift {

struct PlaneMemory {
    std::vector<size_t> offsets;  // byte offset of each buffer, aligned to a cache line
    size_t bytes = 0;             // total size in bytes
};

// Lets buffers share memory if their live ranges do not overlap. `sizes` contains the size of each
// buffer in bytes.
PlaneMemory place_planes(const Plan& plan, const std::vector<size_t>& sizes);

}  // namespace tonelift
