// SPDX-License-Identifier: BSD-2-Clause
// Names of views, which scripts declare for the option show.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace tonelift {

inline constexpr std::array<std::string_view, 4> view_names = {"base", "detail", "gain", "skin"};

// The name of a view's variable contains a space, so a script cannot declare it.
inline std::string view_variable(std::string_view name) { return "view " + std::string(name); }

}  // namespace tonelift
