// SPDX-License-Identifier: BSD-2-Clause
//
// Shell commands and their output.
#pragma once

#include <string>

namespace quality {

// Quotes the text as one word of a shell.
std::string quoted(const std::string& text);
// Returns the standard output of a command; empty if it fails.
std::string output_of(const std::string& command);

}  // namespace quality
