// SPDX-License-Identifier: BSD-2-Clause
//
// Debanding: hides the bands of a gradient that was quantized too coarsely. An iteration compares
// the pixel with four input pixels, at a random offset and at this offset rotated by one, two and
// three quarter turns. If all four are similar to the pixel, it is moved toward their mean.
//
//   v = input
//   for i = 1, 2, ... iterations:
//       t0 ... t3 = input at (dx, dy), (-dy, dx), (-dx, -dy), (dy, -dx);
//                   |dx| and |dy| <= i radius / iterations
//       v += saturate(2 - 2 i max |tk - v| / threshold) (mean of tk - v)
//
// The random numbers depend only on the position in the picture and the frame's noise seed.
#pragma once

#include <cstdint>

#include "kernels/math/host_device.h"

namespace tonelift::deband {

// Multipliers of a hash of 32-bit integers, in which every input bit affects every output bit.
constexpr uint32_t multiplier_1 = 0x7feb352du, multiplier_2 = 0x846ca68bu;
// Factors are odd and far apart, so that the random numbers of columns, rows and iterations are
// independent.
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

// Uniformly distributed over a square of 2 reach + 1 pixels. reach must be below 32768.
TONELIFT_INLINE Offset offset_of(uint32_t bits, int reach) {
    const auto side = static_cast<uint32_t>(2 * reach + 1);
    return {static_cast<int>((bits & 0xffffu) * side >> 16) - reach,
            static_cast<int>((bits >> 16) * side >> 16) - reach};
}

}  // namespace tonelift::deband
