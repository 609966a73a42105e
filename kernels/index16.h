// SPDX-License-Identifier: BSD-2-Clause
//
// 16-bit indices of values. They keep the struct Instruction small.
#pragma once

#include <cstdint>
#include <string>

#include "kernels/error.h"

namespace tonelift {

// Converts an index to 16 bits. An index of 65536 or more is a bug, because the limits on scripts
// keep all indices far below.
inline uint16_t index16(int index) {
    if (index < 0 || index > UINT16_MAX)
        throw Error(Failure::internal,
                    "an index of " + std::to_string(index) + " in a program exceeds 16 bits");
    return static_cast<uint16_t>(index);
}

}  // namespace tonelift
