// SPDX-License-Identifier: BSD-2-Clause
//
// The 16-bit indices that programs use for their operands and accesses.
#pragma once

#include <cstdint>
#include <string>

#include "kernels/error.h"

namespace tonelift {

// The limits of scripts keep all indices far below the maximum, so a larger index is a bug.
inline uint16_t index16(int index) {
    if (index < 0 || index > UINT16_MAX)
        throw Error(Failure::internal,
                    "a program has no room for the index " + std::to_string(index));
    return static_cast<uint16_t>(index);
}

}  // namespace tonelift
