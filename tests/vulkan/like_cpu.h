// SPDX-License-Identifier: BSD-2-Clause
// Compares plans on Vulkan with the CPU.
#pragma once

#include <string>

#include "tests/vulkan/plan_run.h"

namespace tonelift::test {

enum class Samples { legal, hostile };

// The modules must be valid, and samples outside of the picture must stay unchanged.
void expect_like_cpu(Compute& device, const Plan& plan, const std::string& what,
                     Samples samples = Samples::legal);

}  // namespace tonelift::test
