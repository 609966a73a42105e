// SPDX-License-Identifier: BSD-2-Clause
// Compares the results of plans on Vulkan with the CPU's results.
#pragma once

#include <string>

#include "kernels/pass.h"
#include "tests/vulkan/compute.h"

namespace tonelift::test {

enum class Samples { legal, hostile };

// Expects that the plan gives the same result on the device as on the CPU, that the plan's SPIR-V
// modules are valid, and that samples outside of the picture stay unchanged.
void expect_like_cpu(Compute& device, const Plan& plan, const std::string& what,
                     Samples samples = Samples::legal);

}  // namespace tonelift::test
