// SPDX-License-Identifier: BSD-2-Clause
//
// Combines the lanes of a row's sum. It is compiled once, without the instruction sets of the fast
// code, so that compilers neither contract nor reorder operations.
#pragma once

#include <cstdint>

#include "kernels/reduce/reduce_policy.h"

namespace tonelift {

// Adds the lanes pairwise; overwrites the lanes.
double add_lanes(double* lanes);

// The logarithm of a product. Each lane holds a mantissa and an exponent of 2.
struct LogProduct {
    alignas(64) double mantissa[reduce_lanes];
    int64_t exponent[reduce_lanes] = {};

    LogProduct() {
        for (double& m : mantissa) m = 1.0;
    }
    // Moves the exponents of the mantissas to `exponent`, so that the mantissas cannot overflow.
    void split();
};

// Returns the logarithm; overwrites the mantissas.
double log_of_product(LogProduct& product);

}  // namespace tonelift
