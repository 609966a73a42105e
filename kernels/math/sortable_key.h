// SPDX-License-Identifier: BSD-2-Clause
//
// The bits of a float as an integer with the same order as the values: the sign bit is flipped, and
// negative numbers are mirrored. The top bits of the key select the bin of a histogram: sign,
// exponent and one bit of mantissa.
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
