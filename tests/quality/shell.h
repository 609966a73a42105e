// SPDX-License-Identifier: BSD-2-Clause
//
// Runs shell commands.
#pragma once

#include <string>

namespace quality {

// Quotes a text, so that the shell reads it as one word.
std::string quoted(const std::string& text);
// Runs a command and returns its standard output. Empty if the command fails.
std::string output_of(const std::string& command);

}  // namespace quality
