// SPDX-License-Identifier: BSD-2-Clause
//
// The luma positions that make one sample of subsampled chroma.
#pragma once

namespace tonelift {

// The sample is the sum of weight[i] * number[first + i], i < count. Positions beyond the ends of
// the line count as the one at the end.
struct ChromaTaps {
    int first;
    int count;
    float weight[3];
};

// log2: of the subsampling; offset: chroma_offset() along the axis. Between two luma positions the
// mean of both, on one of them [1 2 1]/4: the shortest filters without a shift that keep a ramp a
// ramp.
inline ChromaTaps chroma_taps(int sample, int log2, float offset) {
    if (log2 == 0) return {sample, 1, {1, 0, 0}};
    if (offset == 0.5f) return {2 * sample, 2, {0.5f, 0.5f, 0}};
    return {2 * sample + static_cast<int>(offset) - 1, 3, {0.25f, 0.5f, 0.25f}};
}

}  // namespace tonelift
