// SPDX-License-Identifier: BSD-2-Clause
//
// The second parameters of the stencil kernels, the same for host and device code.
#pragma once

#include "kernels/cuda/plane.h"

namespace tonelift::cuda {

// Square convolutions, unrolled.
constexpr int unrolled_radius = 5;
struct ConvolveParameters {
    Plane value;
    float weights[(2 * unrolled_radius + 1) * (2 * unrolled_radius + 1)];  // rows of 2 R + 1
};

// Any convolution. KernelCall::constants: rows of weights, each `weights_pitch` long, with zeros
// around them (stencil_cuda.cpp, padded()).
struct WideParameters {
    Plane value;
    int radius_x;
    int radius_y;
    int weights_pitch;
    int slab;  // rows of input in shared memory at a time
};

// KernelCall::constants: weights down, then weights across, with zeros around them.
struct SeparableParameters {
    Plane value;
    int radius_x;
    int radius_y;
    int columns;  // of output a block
    int across;   // where weights across begin
};

// Mean, minimum, maximum.
struct WindowParameters {
    Plane value;
    int radius_x;
    int radius_y;
    int columns;  // of output a block
    float scale;  // of the result
};

// Surface blur and bilateral.
struct NeighborsParameters {
    Plane value;
    Plane guide;
    int radius_x;
    int radius_y;
    int slab;         // rows of input in shared memory at a time
    int rows_of_sum;  // rows of neighbors that are added up before their sum is
    float near;       // bilateral: what squared distance in pixels takes from the exponent
    float alike;  // bilateral: what squared difference takes; surface blur: what difference takes
};

struct DebandParameters {
    Plane value;
    int radius;  // of the last iteration
    int iterations;
    float scale;  // 2 / threshold of the first
};

struct MedianParameters {
    Plane value;
    int radius_x;
    int radius_y;
    int items;  // by ranks: pixels that are sorted, a power of two
};

}  // namespace tonelift::cuda
