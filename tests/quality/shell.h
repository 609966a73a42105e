// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>

namespace quality {

std::string quoted(const std::string& text);
// Returns the standard output of a command, or an empty string if the command fails.
std::string output_of(const std::string& command);

}  // namespace quality
