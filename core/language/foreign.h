// SPDX-License-Identifier: BSD-2-Clause
//
// Finds hints for names that other shading languages have and this language lacks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tonelift {

// Returns a hint for an unknown name: the replacement for a name of GLSL or HLSL, or else the most
// similar candidate. May be empty.
std::string name_hint(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace tonelift
