// SPDX-License-Identifier: BSD-2-Clause
//
// Compares a plan without frame steps on Vulkan with the CPU.
#pragma once

#include <string>

#include "tests/vulkan/plan_run.h"

namespace tonelift::test {

enum class Samples { legal, hostile };

// Runs both on a random picture. Expects valid modules, unchanged samples outside of the picture,
// and differences of at most two 8-bit codes, of more than one code in at most 0.1 % of the
// samples.
void expect_like_cpu(Compute& device, const Plan& plan, const std::string& what,
                     Samples samples = Samples::legal);

}  // namespace tonelift::test
