// SPDX-License-Identifier: BSD-2-Clause
// Hints for names of other shading languages that do not exist in this language.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tonelift {

// Returns a hint for the name, or an empty text.
std::string name_hint(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace tonelift
