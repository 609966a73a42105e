// SPDX-License-Identifier: BSD-2-Clause
//
// Linear interpolation of subsampled chroma at the positions of luma samples.
#pragma once

namespace tonelift {

// Chroma at a luma position is (1 - weight) * sample[first] + weight * sample[first + 1]. `first`
// and first + 1 may lie outside the line; the edge sample then repeats.
struct ChromaTap {
    int first;
    float weight;  // 0, 1/4, 1/2 or 3/4
};

// Finds the two chroma samples and the weight for interpolation at a luma position. `offset` is
// chroma_offset() along the axis: chroma sample k is at luma position 2 k + offset.
inline ChromaTap chroma_tap(int position, float offset) {
    const int quarters = 2 * position - static_cast<int>(2 * offset);
    return {quarters >> 2, static_cast<float>(quarters & 3) / 4};
}

// The same for a picture at half resolution: finds the samples and the weight for the point halfway
// between the luma positions 2 * position and 2 * position + 1.
inline ChromaTap halved_chroma_tap(int position, float offset) {
    const int quarters = 4 * position + 1 - static_cast<int>(2 * offset);
    return {quarters >> 2, static_cast<float>(quarters & 3) / 4};
}

}  // namespace tonelift
