// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "kernels/device/plane.h"

namespace tonelift::cuda {

// A block filters `lines` adjacent rows or columns. Each thread filters `segment` pixels of one
// line.
struct LineCut {
    int length;
    int lines;
    int segment;
    int in_workspace;
    long long workspace_bytes;
};

constexpr int largest_segment_bits = 10;

// Recurrence over u and its first and second difference, which keeps full precision for poles near
// 1.
struct GaussParameters {
    LineCut cut;
    Plane value;
    double gain;
    double first;
    double second;
    // maps the final forward state, minus the last input, to the initial backward state
    double turn[3][3];
    // power[k] maps the state at the start of 2^k segments to the state at their end, for an input
    // of 0.
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
