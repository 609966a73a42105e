// SPDX-License-Identifier: BSD-2-Clause
//
// Small plans that start every kernel of the CUDA cores between them, for tools that watch each
// access of memory and take their time.
#pragma once

#include <string>
#include <vector>

#include "tests/support/test_plans.h"

namespace tonelift {

struct KernelCase {
    std::string what;
    Plan plan;
};

// Those of one size, but for the kernels of long lines.
std::vector<KernelCase> kernel_cases(Size size);
std::vector<KernelCase> all_kernel_cases();

}  // namespace tonelift
