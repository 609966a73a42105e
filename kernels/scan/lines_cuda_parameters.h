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

struct GaussParameters {
    LineCut cut;
    Plane value;
    double gain;
    double first;
    double second;
    double reversal[3][3];
    // power[k] is the matrix that advances a state by 2^k segments.
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
