// SPDX-License-Identifier: BSD-2-Clause
//
// Combines the lanes of a row's sum. The code is compiled once, without the instruction sets of the
// fast code, so that compilers neither fuse nor reorder operations.
#pragma once

#include <cstdint>

#include "kernels/reduce/reduce_policy.h"

namespace tonelift {

// Returns the pairwise sum of the lanes. Overwrites the lanes.
double add_lanes(double* lanes);

// A product whose logarithm will be computed. Each lane has a mantissa and an exponent of 2.
struct LogProduct {
    alignas(64) double mantissa[reduce_lanes];
    int64_t exponent[reduce_lanes] = {};

    LogProduct() {
        for (double& m : mantissa) m = 1.0;
    }
    // Moves the exponents of the mantissas to `exponent`. Further products of the mantissas then
    // cannot overflow.
    void split();
};

// Returns the natural logarithm of the product. Overwrites the mantissas.
double log_of_product(LogProduct& product);

}  // namespace tonelift
