// SPDX-License-Identifier: BSD-2-Clause
//
// Random numbers for debanding. Debanding smooths gradients that show bands, because they were
// quantized too coarsely.
#pragma once

#include <cstdint>

#include "kernels/math/host_device.h"

namespace tonelift::deband {

// Multipliers of scrambled(), a hash of a 32-bit integer.
constexpr uint32_t multiplier_1 = 0x7feb352du, multiplier_2 = 0x846ca68bu;
// Multipliers for the pixel's column, its row and the iteration. The products are inputs of
// scrambled(). The multipliers are odd and far apart, so that the random numbers of all pixels and
// iterations are independent.
constexpr uint32_t column_step = 0x9e3779b1u, row_step = 0x85ebca77u, iteration_step = 0xc2b2ae3du;

TONELIFT_INLINE uint32_t scrambled(uint32_t bits) {
    bits ^= bits >> 16;
    bits *= multiplier_1;
    bits ^= bits >> 15;
    bits *= multiplier_2;
    return bits ^ bits >> 16;
}

TONELIFT_INLINE uint32_t row_bits(uint32_t row, uint32_t seed) {
    return scrambled(seed ^ row * row_step);
}

TONELIFT_INLINE uint32_t random_bits(uint32_t row_bits, uint32_t column, uint32_t iteration) {
    return scrambled(row_bits + column * column_step + iteration * iteration_step);
}

TONELIFT_INLINE int reach_of(int radius, int i, int iterations) { return radius * i / iterations; }

struct Offset {
    int x, y;
};

// Returns a random offset, from -reach to reach pixels in each direction. `reach` must be less than
// 32768.
TONELIFT_INLINE Offset offset_of(uint32_t bits, int reach) {
    const auto side = static_cast<uint32_t>(2 * reach + 1);
    return {static_cast<int>((bits & 0xffffu) * side >> 16) - reach,
            static_cast<int>((bits >> 16) * side >> 16) - reach};
}

}  // namespace tonelift::deband
