// SPDX-License-Identifier: BSD-2-Clause
//
// The scans on CUDA. Contract in kernels/pass.h (Scan).
#include "kernels/scan/edge_x.cuh"
#include "kernels/scan/edge_y.cuh"

using namespace tonelift::cuda;

extern __shared__ float scan_shared[];

extern "C" __global__ void __launch_bounds__(edge_x_threads, edge_x_blocks)
    scan_edge_x(const Launch launch, const EdgeScanParameters parameters) {
    edge_along_x<edge_x_chunks>(launch, parameters);
}

extern "C" __global__ void __launch_bounds__(edge_x_wide_threads, edge_x_wide_blocks)
    scan_edge_x_wide(const Launch launch, const EdgeScanParameters parameters) {
    edge_along_x<edge_x_wide_chunks>(launch, parameters);
}

extern "C" __global__ void __launch_bounds__(32 * edge_y_warps, edge_y_blocks)
    scan_edge_y(const Launch launch, const EdgeScanParameters parameters) {
    edge_along_y<edge_y_rows>(launch, parameters, scan_shared);
}

extern "C" __global__ void __launch_bounds__(32 * edge_y_warps, edge_y_blocks)
    scan_edge_y_alone(const Launch launch, const EdgeScanParameters parameters) {
    edge_along_y_alone<edge_y_rows>(launch, parameters, scan_shared);
}
