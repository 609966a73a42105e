// SPDX-License-Identifier: BSD-2-Clause
//
// The second parameters of the stencil kernels, shared by host and device code.
#pragma once

#include "kernels/device/plane.h"
#include "kernels/stencil/stencil_cuda_policy.h"

namespace tonelift::cuda {

// Square convolutions with unrolled loops.
template <int radius>
struct ConvolveParameters {
    Plane value;
    float weights[(2 * radius + 1) * (2 * radius + 1)];  // rows of 2 radius + 1
};

// Convolutions of any size. KernelCall::constants contains the weights in the order of their use,
// see wide_weights() in stencil_cuda.cpp.
struct WideParameters {
    Plane value;
    int radius_x;
    int radius_y;
    int slab;  // number of input rows in shared memory at a time
};

// Separable convolutions. KernelCall::constants contains the vertical weights and then the
// horizontal weights, padded with zeros.
struct SeparableParameters {
    Plane value;
    int radius_x;
    int radius_y;
    int columns;  // output columns per block
    int across;   // index of the first horizontal weight
};

// Mean, minimum, maximum.
struct WindowParameters {
    Plane value;
    int radius_x;
    int radius_y;
    int columns;  // output columns per block
    float scale;  // factor of the result
};

// Surface blur and bilateral.
struct NeighborsParameters {
    Plane value;
    Plane guide;
    int radius_x;
    int radius_y;
    int slab;    // number of input rows in shared memory at a time
    float near;  // bilateral: factor of distance^2 (pixels) in the exponent of a weight
    // Factor of a difference of guides. The bilateral filter squares the product.
    float alike;
};

// Square bilateral filters with an unrolled loop over the columns.
template <int radius>
struct BilateralParameters {
    Plane value;
    Plane guide;
    float alike;                         // see NeighborsParameters
    float near[radius + 1];              // terms of distances in columns, in the exponent
    float row[radius + neighbors_rows];  // factors of distances in rows; 0 beyond the radius
};

struct DebandParameters {
    Plane value;
    int radius;  // radius of the last iteration
    int iterations;
    float scale;  // 2 / threshold of the first iteration
};

struct MedianParameters {
    Plane value;
    int radius_x;
    int radius_y;
    int items;  // median by ranks: number of pixels to sort, a power of two
};

struct CasParameters {
    Plane value;
    int radius_x;
    int radius_y;
    float most;  // largest weight
};

}  // namespace tonelift::cuda
