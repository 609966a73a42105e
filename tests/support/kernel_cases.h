// SPDX-License-Identifier: BSD-2-Clause
// Small plans for slow tools that check every memory access. Together, the plans launch every CUDA
// kernel.
#pragma once

#include <string>
#include <vector>

#include "tests/support/test_plans.h"

namespace tonelift {

struct KernelCase {
    std::string what;
    Plan plan;
};

std::vector<KernelCase> kernel_cases(Size size);
std::vector<KernelCase> all_kernel_cases();

}  // namespace tonelift
