// SPDX-License-Identifier: BSD-2-Clause
//
// The types of the script language. A value of a type converts automatically to all types after it
// in this enum.
#pragma once

#include <cstdint>
#include <string_view>

namespace tonelift {

enum class Type : uint8_t {
    // the type of an invalid expression, which converts to every type
    error,
    boolean,
    whole,
    number,  // one number per frame
    plane,
    color
};

std::string_view type_name(Type type);
Type type_from_name(std::string_view text);

}  // namespace tonelift
