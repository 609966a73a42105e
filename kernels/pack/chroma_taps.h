// SPDX-License-Identifier: BSD-2-Clause
//
// The filters that subsample chroma. They determine which luma positions contribute to a chroma
// sample, and with which weights.
#pragma once

namespace tonelift {

// A sample is the sum of weight[i] * number[first + i] for i < count. Outside the line, its edge
// number is repeated.
struct ChromaTaps {
    int first;
    int count;
    float weight[3];
};

// Returns the filter of a chroma sample. `log2` is the logarithm of the subsampling, and `offset`
// is chroma_offset() along the axis. A sample between two luma positions is the mean of both. A
// sample at a luma position has the weights [1 2 1]/4. These are the shortest filters without a
// shift that preserve ramps.
inline ChromaTaps chroma_taps(int sample, int log2, float offset) {
    if (log2 == 0) return {sample, 1, {1, 0, 0}};
    if (offset == 0.5f) return {2 * sample, 2, {0.5f, 0.5f, 0}};
    return {2 * sample + static_cast<int>(offset) - 1, 3, {0.25f, 0.5f, 0.25f}};
}

}  // namespace tonelift
