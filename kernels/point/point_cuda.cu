// SPDX-License-Identifier: BSD-2-Clause
//
// A pass that looks at one pixel at a time, on the device: 4 pixels of two rows a thread, which
// share the chroma between them; a warp along a row.
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
    for (int y = first + 2 * threadIdx.y; y < end; y += 2 * blockDim.y) {
        const bool alone = y + 1 >= end;
        point(x, y, alone ? y : y + 1, alone ? 1 : 2);
    }
    __syncthreads();
    finish(blockIdx.y * gridDim.x + blockIdx.x);
}

}  // namespace tonelift::cuda
