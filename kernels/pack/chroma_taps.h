// SPDX-License-Identifier: BSD-2-Clause
//
// Filters that subsample chroma.
#pragma once

namespace tonelift {

// The weights of a chroma sample. The sample is the sum of weight[i] * input[first + i] for i from
// 0 to count - 1. The input has a chroma value for every luma sample.
struct ChromaTaps {
    int first;
    int count;
    float weight[3];
};

// Returns the taps of the shortest filter that preserves ramps and does not shift chroma.
inline ChromaTaps chroma_taps(int sample, int log2, float offset) {
    if (log2 == 0) return {sample, 1, {1, 0, 0}};
    if (offset == 0.5f) return {2 * sample, 2, {0.5f, 0.5f, 0}};
    return {2 * sample + static_cast<int>(offset) - 1, 3, {0.25f, 0.5f, 0.25f}};
}

}  // namespace tonelift
