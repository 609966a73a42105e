// SPDX-License-Identifier: BSD-2-Clause
//
// Converts color numbers to names, in the spelling of the options.
#pragma once

#include <string>

namespace tonelift {

// Returns the name of a color number, or "code N" if it has no name. `option` is the enum option
// that has the names: transfer, primaries, matrix or range.
std::string color_name(const char* option, int number);

}  // namespace tonelift
