// SPDX-License-Identifier: BSD-2-Clause
//
// A plan without frame steps by Vulkan, compared with the CPU.
#pragma once

#include <string>

#include "tests/vulkan/plan_run.h"

namespace tonelift::test {

enum class Samples { legal, hostile };

// Runs both on a random picture. Expects valid modules, samples outside of the picture unchanged,
// and at most two codes of 8 bits between both, more than one in at most a thousandth.
void expect_like_cpu(Compute& device, const Plan& plan, const std::string& what,
                     Samples samples = Samples::legal);

}  // namespace tonelift::test
