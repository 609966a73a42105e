// SPDX-License-Identifier: BSD-2-Clause
//
// Names that shading languages have and this language has not.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tonelift {

// The hint for a name that the language does not have: what to write instead of a name of GLSL or
// HLSL, or else the most similar candidate; may be empty.
std::string name_hint(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace tonelift
