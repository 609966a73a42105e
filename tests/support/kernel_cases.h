// SPDX-License-Identifier: BSD-2-Clause
//
// Small plans for slow tools that check every memory access. Together they launch every kernel of
// the CUDA cores.
#pragma once

#include <string>
#include <vector>

#include "tests/support/test_plans.h"

namespace tonelift {

struct KernelCase {
    std::string what;
    Plan plan;
};

// Returns the cases for pictures of this size. Kernels for long lines are not included: they need
// larger pictures, which only all_kernel_cases() adds.
std::vector<KernelCase> kernel_cases(Size size);
std::vector<KernelCase> all_kernel_cases();

}  // namespace tonelift
