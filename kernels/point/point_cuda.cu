// SPDX-License-Identifier: BSD-2-Clause
//
// A pass that looks at one pixel at a time, on the device: 4 pixels a thread, a warp along a row.
#include "kernels/cuda/device.cuh"
#include "kernels/point/point_cuda_parameters.h"

namespace tonelift::cuda {

// Blocks stay within rows [y * rows, (y + 1) * rows) of a frame, so that what is reduced does not
// depend on the batch.
extern "C" __global__ void __launch_bounds__(point_threads)
    point_pass(const Launch launch, const PointParameters parameters) {
    setup(frame_of(launch), launch.width);
    __syncthreads();
    const int x = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    const int first = blockIdx.y * parameters.rows;
    const int end = min(first + parameters.rows, launch.height);
    for (int y = first + threadIdx.y; y < end; y += blockDim.y) point(x, y, 1);
    __syncthreads();
    finish(blockIdx.y * gridDim.x + blockIdx.x);
}

}  // namespace tonelift::cuda
