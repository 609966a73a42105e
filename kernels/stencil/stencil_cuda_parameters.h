// SPDX-License-Identifier: BSD-2-Clause
//
// Parameters shared by host and GPU.
#pragma once

#include "kernels/device/plane.h"
#include "kernels/stencil/stencil_cuda_policy.h"

namespace tonelift::cuda {

template <int radius>
struct ConvolveParameters {
    Plane value;
    float weights[(2 * radius + 1) * (2 * radius + 1)];
};

// KernelCall::constants contains the weights in the order of wide_weights().
struct WideParameters {
    Plane value;
    int radius_x;
    int radius_y;
    int slab;
};

// KernelCall::constants contains the vertical and then the horizontal weights, padded with zeros.
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
    float near;  // factor of a squared distance, for bilateral filters
    // Factor of a difference of guides. The bilateral filter squares the product.
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
    float most;
};

}  // namespace tonelift::cuda
