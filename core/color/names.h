// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>

namespace tonelift {

// Returns the name of the value `code_point` of the enum option `option`, such as "bt2020" for 9 of
// `primaries`. Returns "code N" if the option has no such value.
std::string color_name(const char* option, int code_point);

}  // namespace tonelift
