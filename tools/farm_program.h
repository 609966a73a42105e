// SPDX-License-Identifier: BSD-2-Clause
//
// Starts the program tonelift-farm, which implements the command `tonelift farm`.
#pragma once

#include <string>
#include <vector>

namespace tonelift {

// Replaces this process with tonelift-farm. Throws Error if the program cannot be started.
[[noreturn]] void run_farm(std::vector<std::string> arguments);

}  // namespace tonelift
