// SPDX-License-Identifier: BSD-2-Clause
//
// The edge-aware scan on CUDA devices with thread block clusters. Contract in kernels/pass.h
// (Scan).
#include "kernels/scan/edge_y_cluster.cuh"

using namespace tonelift::cuda;

extern __shared__ __align__(16) unsigned char tile_shared[];

extern "C" __global__ void __launch_bounds__(edge_tile_threads, 1)
    scan_edge_y_cluster(const Launch launch, const EdgeClusterParameters parameters) {
    edge_along_y_clustered(launch, parameters, reinterpret_cast<TileShared&>(tile_shared));
}
