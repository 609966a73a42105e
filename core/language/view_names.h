// SPDX-License-Identifier: BSD-2-Clause
// Names of the views that scripts can declare, and that the option `show` displays.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace tonelift {

inline constexpr std::array<std::string_view, 4> view_names = {"base", "detail", "gain", "skin"};

// Returns the name of the variable that holds a view. The name contains a space, so that a script
// cannot declare another variable with this name.
inline std::string view_variable(std::string_view name) { return "view " + std::string(name); }

}  // namespace tonelift
