// SPDX-License-Identifier: BSD-2-Clause
//
// PTX put through ptxas, the assembler that the driver has too: many texts at once, on all cores.
#pragma once

#include <string>
#include <vector>

namespace tonelift {

// A kernel for GPUs of a kind ("sm_75").
struct Assembly {
    std::string ptx;
    std::string gpu;
};

// What ptxas says of it. Bytes are of a thread.
struct Assembled {
    bool worked = false;
    std::string messages;
    int registers = 0;
    int stack_bytes = 0;  // of local memory
    int spilled_bytes = 0;
};

// Whether this build knows a ptxas.
bool have_ptxas();

// In the order of `all`.
std::vector<Assembled> assemble(const std::vector<Assembly>& all);

}  // namespace tonelift
