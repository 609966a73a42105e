// SPDX-License-Identifier: BSD-2-Clause
//
// The types of the language. Each type promotes to all types after it.
#pragma once

#include <cstdint>
#include <string_view>

namespace tonelift {

enum class Type : uint8_t {
    // type of an invalid expression; converts to every type, so that an error is reported once
    error,
    boolean,
    whole,   // int
    number,  // float: one number per frame
    plane,   // one number per pixel
    color    // three numbers per pixel
};

std::string_view type_name(Type type);
// Returns Type::error if text is not the name of a type.
Type type_from_name(std::string_view text);

}  // namespace tonelift
