// SPDX-License-Identifier: BSD-2-Clause
// Assembles PTX on all cores with ptxas, the assembler that the CUDA driver also contains.
#pragma once

#include <string>
#include <vector>

namespace tonelift {

struct Assembly {
    std::string ptx;
    std::string gpu;
    bool wants_code = false;
};

struct Assembled {
    bool worked = false;
    std::string messages;
    int registers = 0;
    int stack_bytes = 0;
    int spilled_bytes = 0;
    std::string code;  // the machine code, if it is wanted
};

// Returns whether the build found ptxas.
bool have_ptxas();

// Assembles all texts in parallel. The results have the order of `all`.
std::vector<Assembled> assemble(const std::vector<Assembly>& all);

}  // namespace tonelift
