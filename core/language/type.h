// SPDX-License-Identifier: BSD-2-Clause
//
// The types of the language. Each promotes to those after it.
#pragma once

#include <cstdint>
#include <string_view>

namespace tonelift {

enum class Type : uint8_t {
    error,  // of a wrong expression; converts to everything, so that an error is reported once
    boolean,
    whole,   // int
    number,  // float: one number per frame
    plane,   // one number per pixel
    color    // three numbers per pixel
};

std::string_view type_name(Type type);
// Type::error when text names no type.
Type type_from_name(std::string_view text);

}  // namespace tonelift
