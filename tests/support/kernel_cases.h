// SPDX-License-Identifier: BSD-2-Clause
//
// Small plans that start every kernel of the CUDA cores between them, for tools that watch each
// access of memory and take their time.
#pragma once

#include <string>
#include <vector>

#include "kernels/pass.h"

namespace tonelift {

struct KernelCase {
    std::string what;
    Plan plan;
};

std::vector<KernelCase> kernel_cases();

}  // namespace tonelift
