// SPDX-License-Identifier: BSD-2-Clause
//
// The second parameters of the kernels for the scans gauss, smooth and sum, the same for host and
// device code.
#pragma once

#include "kernels/device/plane.h"

namespace tonelift::cuda {

// The division of the picture into lines and segments: a block has `lines` neighboring rows or
// columns, each cut into segments of `segment` pixels, one per thread.
struct LineCut {
    int length;
    int lines;
    int segment;
    int in_workspace;           // 1: pixels are kept in the workspace, not in shared memory
    long long workspace_bytes;  // per frame
};

// log2 of the largest number of segments of a line.
constexpr int largest_segment_bits = 10;

// The recurrence over u, its first and its second difference: in this form poles near 1 lose no
// digits, and neither do powers of the matrix.
struct GaussParameters {
    LineCut cut;
    Plane value;
    double gain;    // factor of the input less u
    double first;   // factor of the first difference
    double second;  // factor of the second difference
    // From the final forward state, less the last input, to the initial backward state.
    double turn[3][3];
    // The effect of 1, 2, 4 .. segments without input on a state.
    double power[largest_segment_bits][3][3];
};

struct SmoothParameters {
    LineCut cut;
    Plane value;
    Plane guide;
    float lambda;
    float edge;
};

struct SumParameters {
    LineCut cut;
    Plane value;
};

}  // namespace tonelift::cuda
