// SPDX-License-Identifier: BSD-2-Clause
// Gives hints for names of other shading languages that do not exist in this language.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tonelift {

// Returns a hint for an unknown name: the replacement of a foreign name, or the closest candidate.
// Returns an empty string if there is none.
std::string name_hint(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace tonelift
