// SPDX-License-Identifier: BSD-2-Clause
//
// Linear interpolation of subsampled chroma at the positions of luma samples.
#pragma once

namespace tonelift {

// The two chroma samples around a luma position. Chroma at this position is (1 - weight) *
// sample[first] + weight * sample[first + 1]. An index outside the row or column stands for the
// nearest sample inside.
struct ChromaTap {
    int first;
    float weight;  // weight of sample[first + 1]: 0, 1/4, 1/2 or 3/4
};

// Returns the tap for a luma position, if chroma sample k is at the luma position 2 k + offset.
inline ChromaTap chroma_tap(int position, float offset) {
    const int at = 2 * position - static_cast<int>(2 * offset);
    return {at >> 2, static_cast<float>(at & 3) / 4};
}

inline ChromaTap halved_chroma_tap(int position, float offset) {
    const int at = 4 * position + 1 - static_cast<int>(2 * offset);
    return {at >> 2, static_cast<float>(at & 3) / 4};
}

}  // namespace tonelift
