// SPDX-License-Identifier: BSD-2-Clause
//
// Maps floats to integers that sort like the floats. The top bits of an integer (sign, exponent and
// one bit of the mantissa) are the index of a bin in a histogram.
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
