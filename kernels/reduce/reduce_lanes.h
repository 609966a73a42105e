// SPDX-License-Identifier: BSD-2-Clause
//
// Combines the lanes of a sum or product. This code is compiled for the baseline instruction set,
// so that the compiler cannot fuse multiplications and additions.
#pragma once

#include <cstdint>

#include "kernels/reduce/reduce_policy.h"

namespace tonelift {

double add_lanes(double* lanes);

struct LogProduct {
    alignas(64) double mantissa[reduce_lanes];
    int64_t exponent[reduce_lanes] = {};

    LogProduct() {
        for (double& m : mantissa) m = 1.0;
    }
    void split();
};

double log_of_product(LogProduct& product);

}  // namespace tonelift
