// SPDX-License-Identifier: BSD-2-Clause
//
// Combines the vector lanes of a sum. Compiled once, without instruction sets that could fuse or
// reorder operations.
#pragma once

#include <cstdint>

#include "kernels/reduce/reduce_policy.h"

namespace tonelift {

// Returns the pairwise sum, and overwrites the lanes.
double add_lanes(double* lanes);

// A product whose logarithm will be computed, as mantissa and exponent per vector lane.
struct LogProduct {
    alignas(64) double mantissa[reduce_lanes];
    int64_t exponent[reduce_lanes] = {};

    LogProduct() {
        for (double& m : mantissa) m = 1.0;
    }
    // Moves the exponents of the mantissas to `exponent`, so that more factors do not overflow.
    void split();
};

double log_of_product(LogProduct& product);

}  // namespace tonelift
