// SPDX-License-Identifier: BSD-2-Clause
//
// Formats counts for messages.
#pragma once

#include <cstddef>
#include <string>

namespace tonelift {

inline std::string counted(size_t count, const std::string& noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace tonelift
