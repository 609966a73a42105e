// SPDX-License-Identifier: BSD-2-Clause
//
// Kernel parameters. Host code and device code share these types.
#pragma once

#include "kernels/device/plane.h"
#include "kernels/stencil/stencil_cuda_policy.h"

namespace tonelift::cuda {

template <int radius>
struct ConvolveParameters {
    Plane value;
    float weights[(2 * radius + 1) * (2 * radius + 1)];
};

// Parameters of convolutions with any radius. KernelCall::constants contains the weights in the
// order that wide_weights() returns.
struct WideParameters {
    Plane value;
    int radius_x;
    int radius_y;
    int slab;
};

// Parameters of separable convolutions. KernelCall::constants contains first the vertical and then
// the horizontal weights, both padded with zeros.
struct SeparableParameters {
    Plane value;
    int radius_x;
    int radius_y;
    int columns;
    int across;
};

struct WindowParameters {
    Plane value;
    int radius_x;
    int radius_y;
    int columns;
    float scale;
};

struct NeighborsParameters {
    Plane value;
    Plane guide;
    int radius_x;
    int radius_y;
    int slab;
    float near;  // factor of the squared distance of a neighbor, for bilateral filters
    // Factor of the difference between the guide values of a neighbor and of the pixel. The
    // bilateral filter squares the product.
    float alike;
};

template <int radius>
struct BilateralParameters {
    Plane value;
    Plane guide;
    float alike;
    float near[radius + 1];
    float row[radius + neighbors_rows];
};

struct DebandParameters {
    Plane value;
    int radius;
    int iterations;
    float scale;  // 2 / (threshold of the first iteration)
};

struct MedianParameters {
    Plane value;
    int radius_x;
    int radius_y;
    int items;  // number of values to sort, for the median by ranks; a power of two
};

struct CasParameters {
    Plane value;
    int radius_x;
    int radius_y;
    float most;
};

}  // namespace tonelift::cuda
