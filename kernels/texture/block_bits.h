// SPDX-License-Identifier: BSD-2-Clause
//
// Packs the numbers of an encoded texture block into bits.
#pragma once

#include <cstdint>

#include "kernels/math/host_device.h"

namespace tonelift {

constexpr int color_words = 5;
constexpr int level_words = 5;

// Returns the 2-bit color indices of 16 pixels in the order of the texture format: first the two
// end colors, then the colors between them. In `steps`, the indices instead follow the line from
// one end color to the other.
TONELIFT_INLINE uint32_t color_numbers(uint32_t steps, bool thirds, bool swapped) {
    constexpr uint32_t low_bits = 0x55555555;
    const uint32_t low = steps & low_bits, high = steps >> 1 & low_bits;
    const uint32_t numbers = (low ^ high) << 1 | high;
    if (!swapped) return numbers;
    return numbers ^ (thirds ? low_bits : ~(numbers >> 1) & low_bits);
}

TONELIFT_INLINE uint64_t color_bits(const uint32_t (&word)[color_words], bool only_thirds) {
    const bool thirds = word[2] == 0;
    const bool swapped = !only_thirds && (thirds ? word[0] < word[1] : word[1] < word[0]);
    const bool one = !only_thirds && thirds && word[0] == word[1];
    const uint32_t ends = swapped ? word[1] | word[0] << 16 : word[0] | word[1] << 16;
    const uint32_t numbers = color_numbers(word[3] | word[4] << 16, thirds, swapped);
    return ends | static_cast<uint64_t>(one ? 0 : numbers) << 32;
}

TONELIFT_INLINE uint64_t level_bits(const uint32_t (&word)[level_words]) {
    const uint32_t upper = word[1] | word[2] << 12, lower = word[3] | word[4] << 12;
    return word[0] | static_cast<uint64_t>(upper) << 16 | static_cast<uint64_t>(lower) << 40;
}

}  // namespace tonelift
