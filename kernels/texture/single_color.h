// SPDX-License-Identifier: BSD-2-Clause
//
// Encodes blocks whose pixels all have the same color. Tables contain the best end colors for each
// level.
#pragma once

#include <cstdint>

namespace tonelift {

constexpr int level_of_code(int code, int bits) {
    const int top = (1 << bits) - 1;
    return (2 * 255 * code + top) / (2 * top);
}

enum class Between { third, half };

struct SingleEnds {
    static constexpr uint16_t none = 0xFFFF;
    uint16_t ends[256];

    constexpr int nearest(int level) const {
        for (int apart = 0;; ++apart) {
            if (level >= apart && ends[level - apart] != none) return level - apart;
            if (level + apart < 256 && ends[level + apart] != none) return level + apart;
        }
    }
};

constexpr SingleEnds make_single_ends(int bits, Between place) {
    const int codes = 1 << bits, of_first = place == Between::third ? 2 : 1;
    SingleEnds exact{};
    for (uint16_t& ends : exact.ends) ends = SingleEnds::none;
    for (int apart = 0; apart < codes; ++apart) {
        for (int low = 0; low + apart < codes; ++low) {
            for (int order = 0; order < 2; ++order) {
                const int first = order == 0 ? low : low + apart, second = 2 * low + apart - first;
                const int level =
                    (of_first * level_of_code(first, bits) + level_of_code(second, bits)) /
                    (of_first + 1);
                uint16_t& ends = exact.ends[level];
                if (ends == SingleEnds::none) ends = static_cast<uint16_t>(first | second << 8);
            }
        }
    }
    SingleEnds result{};
    for (int level = 0; level < 256; ++level) result.ends[level] = exact.ends[exact.nearest(level)];
    return result;
}

constexpr SingleEnds known_single_ends[2][2] = {
    {make_single_ends(5, Between::third), make_single_ends(6, Between::third)},
    {make_single_ends(5, Between::half), make_single_ends(6, Between::half)}};

inline void find_single_ends(float level, int channel, Between place, float& first, float& second) {
    const SingleEnds& known = known_single_ends[place == Between::half][channel == 1];
    const uint16_t ends = known.ends[static_cast<int>(level)];
    first = static_cast<float>(ends & 255);
    second = static_cast<float>(ends >> 8);
}

}  // namespace tonelift
