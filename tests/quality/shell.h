// SPDX-License-Identifier: BSD-2-Clause
//
// Commands and their output.
#pragma once

#include <string>

namespace quality {

// The text as one word for a shell.
std::string quoted(const std::string& text);
// The standard output of a command; empty when it fails.
std::string output_of(const std::string& command);

}  // namespace quality
