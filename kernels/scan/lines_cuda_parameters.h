// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "kernels/device/plane.h"

namespace tonelift::cuda {

// A block filters `lines` adjacent rows or columns. Each thread filters `segment` pixels of a line.
struct LineCut {
    int length;
    int lines;
    int segment;
    int in_workspace;           // 1: pixels are kept in the workspace, 0: in shared memory
    long long workspace_bytes;  // per frame
};

// log2 of the maximum number of segments per line.
constexpr int largest_segment_bits = 10;

// Recurrence over u and its first and second difference, which keeps full precision for poles near
// 1.
struct GaussParameters {
    LineCut cut;
    Plane value;
    double gain;    // factor of (input - u)
    double first;   // factor of the first difference
    double second;  // factor of the second difference
    // Maps the final forward state minus the last input to the initial backward state.
    double turn[3][3];
    // power[k] maps a state over 2^k segments whose input is 0.
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
