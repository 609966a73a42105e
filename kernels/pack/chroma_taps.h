// SPDX-License-Identifier: BSD-2-Clause
//
// Filters that subsample chroma.
#pragma once

namespace tonelift {

// A chroma sample is the sum of weight[i] * input[first + i], where the input has chroma for every
// luma sample.
struct ChromaTaps {
    int first;
    int count;
    float weight[3];
};

// The filters are the shortest filters that preserve ramps and do not shift chroma.
inline ChromaTaps chroma_taps(int sample, int log2, float offset) {
    if (log2 == 0) return {sample, 1, {1, 0, 0}};
    if (offset == 0.5f) return {2 * sample, 2, {0.5f, 0.5f, 0}};
    return {2 * sample + static_cast<int>(offset) - 1, 3, {0.25f, 0.5f, 0.25f}};
}

}  // namespace tonelift
