// SPDX-License-Identifier: BSD-2-Clause
#include "core/language/type.h"

#include <array>

namespace tonelift {
namespace {
constexpr std::array<std::string_view, 6> names = {"?", "bool", "int", "float", "plane", "color"};
}

std::string_view type_name(Type type) { return names[static_cast<size_t>(type)]; }

Type type_from_name(std::string_view text) {
    for (size_t i = 1; i < names.size(); ++i) {
        if (names[i] == text) return static_cast<Type>(i);
    }
    return Type::error;
}

}  // namespace tonelift
