// SPDX-License-Identifier: BSD-2-Clause
//
// Maps a float to an integer key with the same order. In a positive number only the sign bit is
// flipped. In a negative number all bits are inverted. The top bits of the key (sign, exponent and
// one bit of the mantissa) select the bin of a histogram.
#pragma once

#include <bit>
#include <cstdint>

#include "kernels/math/host_device.h"

namespace tonelift {

TONELIFT_INLINE uint32_t sortable_key(float value) {
    const auto bits = std::bit_cast<uint32_t>(value);
    return (bits & 0x80000000u) != 0 ? ~bits : bits | 0x80000000u;
}

TONELIFT_INLINE float from_sortable_key(uint32_t key) {
    return std::bit_cast<float>((key & 0x80000000u) != 0 ? key & 0x7FFFFFFFu : ~key);
}

}  // namespace tonelift
