// SPDX-License-Identifier: BSD-2-Clause
//
// Blocks of one color: the ends whose color at a third of the way is nearest to a level, each
// channel for itself.
#pragma once

#include <cstdint>

namespace tonelift {

// The level of a code of `bits` bits: what is nearest to its part of the largest code.
constexpr int level_of_code(int code, int bits) {
    const int top = (1 << bits) - 1;
    return (2 * 255 * code + top) / (2 * top);
}

// By level, the codes of the first end and, in the upper byte, of the second. Of ends that are as
// good it has those nearest to each other, since readers differ in how they round.
struct SingleEnds {
    uint16_t ends[256];
};

constexpr SingleEnds make_single_ends(int bits) {
    constexpr uint16_t none = 0xFFFF;
    const int codes = 1 << bits;
    SingleEnds result{};
    for (uint16_t& ends : result.ends) ends = none;
    for (int apart = 0; apart < codes; ++apart) {
        for (int low = 0; low + apart < codes; ++low) {
            for (int turn = 0; turn < 2; ++turn) {
                const int first = turn == 0 ? low : low + apart, second = 2 * low + apart - first;
                const int level =
                    (2 * level_of_code(first, bits) + level_of_code(second, bits)) / 3;
                uint16_t& ends = result.ends[level];
                if (ends == none) ends = static_cast<uint16_t>(first | second << 8);
            }
        }
    }
    const SingleEnds exact = result;
    for (int level = 1; level < 255; ++level) {  // of 5 bits, up to two neighbors have none
        if (exact.ends[level] == none)
            result.ends[level] = exact.ends[exact.ends[level - 1] == none ? level + 1 : level - 1];
    }
    return result;
}

constexpr SingleEnds single_ends_of[2] = {make_single_ends(5), make_single_ends(6)};

// level: whole, 0..255.
inline void single_ends(float level, int channel, float& first, float& second) {
    const uint16_t ends = single_ends_of[channel == 1].ends[static_cast<int>(level)];
    first = static_cast<float>(ends & 255);
    second = static_cast<float>(ends >> 8);
}

}  // namespace tonelift
