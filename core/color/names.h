// SPDX-License-Identifier: BSD-2-Clause
//
// Names of color numbers, as the options spell them.
#pragma once

#include <string>

namespace tonelift {

// Name that the enum option `option` (transfer, primaries, matrix, range) has for a number; "code
// N" without one.
std::string color_name(const char* option, int number);

}  // namespace tonelift
