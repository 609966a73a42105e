// SPDX-License-Identifier: BSD-2-Clause
//
// Formats JSON lists, and named values in JSON objects.
#pragma once

#include <string>

#include "core/common/scanner.h"

namespace tonelift {

template <typename Items>
std::string json_list(const Items& items) {
    std::string text = "[";
    for (const auto& item : items) {
        if (text.size() > 1) text += ", ";
        if constexpr (std::is_convertible_v<decltype(item), std::string_view>)
            text += item;
        else
            append(text, item);
    }
    return text + ']';
}

inline std::string json_text(const std::string& name, const std::string& value) {
    return '"' + name + "\": " + value;
}
template <typename Number>
std::string json_number(const std::string& name, Number value) {
    std::string text;
    append(text, value);
    return json_text(name, text);
}

}  // namespace tonelift
