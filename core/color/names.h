// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>

namespace tonelift {

// Returns the name in the spelling of the enum option, or "code N" if there is none.
std::string color_name(const char* option, int number);

}  // namespace tonelift
