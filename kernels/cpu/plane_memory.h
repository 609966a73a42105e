// SPDX-License-Identifier: BSD-2-Clause
//
// Where the planes of a plan lie in memory, on a machine that runs its steps one after the other.
#pragma once

#include <vector>

#include "kernels/pass.h"

namespace tonelift {

struct PlaneMemory {
    std::vector<size_t> offsets;  // of each buffer of the plan, in bytes, at a cache line
    size_t bytes = 0;             // of all of them
};

// Buffers of which no step needs two at once share bytes; sizes: of each buffer, in bytes.
PlaneMemory place_planes(const Plan& plan, const std::vector<size_t>& sizes);

}  // namespace tonelift
