// SPDX-License-Identifier: BSD-2-Clause
//
// Debanding: hides the bands of a gradient that was quantized too coarsely. An iteration chooses a
// random offset from the current pixel. It reads four input pixels: at this offset, and at the
// offset rotated by one, two and three quarter turns. If all four are similar to the pixel, the
// pixel is moved toward their mean. With every iteration, the largest offset grows. The threshold
// falls, so that later iterations change less.
//
//   v = input;  for i = 1, 2, ... iterations:
//       t0 ... t3 = input at (dx, dy), (-dy, dx), (-dx, -dy), (dy, -dx);
//       |dx| and |dy| <= i radius / iterations, where radius is that of the stencil on both axes
//       v += saturate(2 - 2 i max |tk - v| / threshold) (mean of tk - v)
//
// The random numbers depend only on the position in the picture and the frame's noise seed.
#pragma once

#include <cstdint>

#include "kernels/math/host_device.h"

namespace tonelift::deband {

// Multipliers of scrambled(), which maps 32 bits to 32 bits by two rounds of multiply and shift.
// The map is a permutation in which every input bit affects every output bit.
constexpr uint32_t multiplier_1 = 0x7feb352du, multiplier_2 = 0x846ca68bu;
// Factors of the column, the row and the iteration in the input of scrambled(). They are odd and
// far apart, which keeps the random numbers independent.
constexpr uint32_t column_step = 0x9e3779b1u, row_step = 0x85ebca77u, iteration_step = 0xc2b2ae3du;

TONELIFT_INLINE uint32_t scrambled(uint32_t bits) {
    bits ^= bits >> 16;
    bits *= multiplier_1;
    bits ^= bits >> 15;
    bits *= multiplier_2;
    return bits ^ bits >> 16;
}

// Returns the part of the random numbers that is common to a row. `seed` is the bits of the frame's
// FrameUniform::noise.
TONELIFT_INLINE uint32_t row_bits(uint32_t row, uint32_t seed) {
    return scrambled(seed ^ row * row_step);
}

TONELIFT_INLINE uint32_t random_bits(uint32_t row_bits, uint32_t column, uint32_t iteration) {
    return scrambled(row_bits + column * column_step + iteration * iteration_step);
}

// Returns the largest offset of iteration i. `radius` is the largest offset of the last iteration.
TONELIFT_INLINE int reach_of(int radius, int i, int iterations) { return radius * i / iterations; }

struct Offset {
    int x, y;
};

// Returns a random offset, uniformly distributed over a square with sides of 2 reach + 1 pixels.
// reach must be below 32768.
TONELIFT_INLINE Offset offset_of(uint32_t bits, int reach) {
    const auto side = static_cast<uint32_t>(2 * reach + 1);
    return {static_cast<int>((bits & 0xffffu) * side >> 16) - reach,
            static_cast<int>((bits >> 16) * side >> 16) - reach};
}

}  // namespace tonelift::deband
