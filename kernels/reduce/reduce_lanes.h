// SPDX-License-Identifier: BSD-2-Clause
//
// What the lanes of a row's sum become in the end. Compiled once, without the instruction sets of
// the fast code, so that no machine contracts or reorders it.
#pragma once

#include <cstdint>

#include "kernels/reduce/reduce_policy.h"

namespace tonelift {

// Adds the lanes pairwise; overwrites them.
double add_lanes(double* lanes);

// The logarithm of a product, kept in each lane as a mantissa and an exponent of 2.
struct LogProduct {
    alignas(64) double mantissa[reduce_lanes];
    int64_t exponent[reduce_lanes] = {};

    LogProduct() {
        for (double& m : mantissa) m = 1.0;
    }
    // Moves the mantissas' exponents to where they cannot overflow.
    void split();
};

// Overwrites the mantissas.
double log_of_product(LogProduct& product);

}  // namespace tonelift
