// SPDX-License-Identifier: BSD-2-Clause
//
// The edge-aware recursive filter on CUDA.
#include "kernels/scan/edge_x.cuh"
#include "kernels/scan/edge_y.cuh"

using namespace tonelift;
using namespace tonelift::cuda;

extern __shared__ __align__(16) float scan_shared[];

#define TONELIFT_EDGE_X(name, shape)                                          \
    extern "C" __global__ void __launch_bounds__(shape.threads, shape.blocks) \
        name(const Launch launch, const EdgeScanParameters parameters) {      \
        edge_along_x<shape.chunks>(launch, parameters, scan_shared);          \
    }
TONELIFT_EDGE_X(scan_edge_x, edge_x_light)
TONELIFT_EDGE_X(scan_edge_x_roomy, edge_x_roomy)
TONELIFT_EDGE_X(scan_edge_x_wide, edge_x_wide)
#undef TONELIFT_EDGE_X

#define TONELIFT_EDGE_Y(name, function, blocks)                             \
    extern "C" __global__ void __launch_bounds__(32 * edge_y_warps, blocks) \
        name(const Launch launch, const EdgeScanParameters parameters) {    \
        function<edge_y_rows>(launch, parameters, scan_shared);             \
    }
TONELIFT_EDGE_Y(scan_edge_y, edge_along_y, edge_y_blocks)
TONELIFT_EDGE_Y(scan_edge_y_one_block, edge_along_y_one_block, 1)
#undef TONELIFT_EDGE_Y
