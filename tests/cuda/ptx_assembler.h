// SPDX-License-Identifier: BSD-2-Clause
//
// Assembles PTX with ptxas, the assembler that the driver also contains: many texts at once, on all
// cores.
#pragma once

#include <string>
#include <vector>

namespace tonelift {

// A kernel and a kind of GPU ("sm_75").
struct Assembly {
    std::string ptx;
    std::string gpu;
};

// The report of ptxas. Bytes are per thread.
struct Assembled {
    bool worked = false;
    std::string messages;
    int registers = 0;
    int stack_bytes = 0;  // of local memory
    int spilled_bytes = 0;
};

// Whether this build has a ptxas.
bool have_ptxas();

// Assembles all; results are in the order of `all`.
std::vector<Assembled> assemble(const std::vector<Assembly>& all);

}  // namespace tonelift
