// SPDX-License-Identifier: BSD-2-Clause
//
// Converts color numbers to names, in the spelling of the options.
#pragma once

#include <string>

namespace tonelift {

// Returns the name of a number in the enum option `option` (transfer, primaries, matrix, range);
// "code N" for a number without a name.
std::string color_name(const char* option, int number);

}  // namespace tonelift
