// SPDX-License-Identifier: BSD-2-Clause
//
// Compares a plan without frame steps on Vulkan with the CPU.
#pragma once

#include <string>

#include "tests/vulkan/plan_run.h"

namespace tonelift::test {

enum class Samples { legal, hostile };

// Runs the plan on both devices with a random picture. Expects valid modules and unchanged samples
// outside of the picture. Samples may differ by at most two 8-bit codes, and at most 0.1 % of them
// by more than one code.
void expect_like_cpu(Compute& device, const Plan& plan, const std::string& what,
                     Samples samples = Samples::legal);

}  // namespace tonelift::test
