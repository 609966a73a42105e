// SPDX-License-Identifier: BSD-2-Clause
//
// The second parameters of the kernels for the scans gauss, smooth and sum, the same for host and
// device code.
#pragma once

#include "kernels/cuda/plane.h"

namespace tonelift::cuda {

// A block has `lines` lines side by side, rows or columns, each cut into segments of `segment`
// pixels, a thread a segment.
struct LineCut {
    int length;
    int lines;
    int segment;
    int in_workspace;           // pixels are kept there, not in shared memory
    long long workspace_bytes;  // of a frame
};

// log2 of the most segments of a line.
constexpr int largest_segment_bits = 10;

// The recurrence over u, its first and its second difference: in this form poles near 1 lose no
// digits, and neither do powers of the matrix.
struct GaussParameters {
    LineCut cut;
    Plane value;
    double gain;        // of the input less u
    double first;       // of the first difference
    double second;      // of the second
    double turn[3][3];  // from the end of the walk forward, less the last input, to the walk back
    // What 1, 2, 4 .. segments without input make of a state.
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
