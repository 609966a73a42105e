// SPDX-License-Identifier: BSD-2-Clause
//
// Assembles PTX with ptxas, the assembler of the driver. Uses all cores.
#pragma once

#include <string>
#include <vector>

namespace tonelift {

// A kernel, and the GPU that it is assembled for ("sm_75").
struct Assembly {
    std::string ptx;
    std::string gpu;
};

// The report of ptxas about a kernel. Sizes are in bytes per thread.
struct Assembled {
    bool worked = false;
    std::string messages;
    int registers = 0;
    int stack_bytes = 0;  // bytes of local memory
    int spilled_bytes = 0;
};

// Returns whether this build has a ptxas.
bool have_ptxas();

// Assembles all kernels; the results are in the order of `all`.
std::vector<Assembled> assemble(const std::vector<Assembly>& all);

}  // namespace tonelift
