// SPDX-License-Identifier: BSD-2-Clause
//
// Indices of 16 bits, which programs have for what they read and write.
#pragma once

#include <cstdint>
#include <string>

#include "kernels/error.h"

namespace tonelift {

// The limits of scripts keep programs far below that, so a larger index is a bug.
inline uint16_t index16(int index) {
    if (index < 0 || index > UINT16_MAX)
        throw Error(Failure::internal,
                    "a program has no room for the index " + std::to_string(index));
    return static_cast<uint16_t>(index);
}

}  // namespace tonelift
