// SPDX-License-Identifier: BSD-2-Clause
//
// CUDA kernels of passes that run a point program without a filter.
#include "kernels/device/planes.cuh"
#include "kernels/device/splice_points.cuh"
#include "kernels/point/point_cuda_parameters.h"

namespace tonelift::cuda {

namespace {

// Calls `body` for each pair of rows of a block. The number of rows per block does not depend on
// the number of frames. Sums of floats are therefore rounded in the same way for any number of
// frames.
template <class Body>
__device__ __forceinline__ void each_two_rows(const Launch& launch,
                                              const PointParameters& parameters, const Body& body) {
    const int x = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    const int first = blockIdx.y * parameters.rows;
    const int end = min(first + parameters.rows, launch.height);
    for (int y = first + 2 * threadIdx.y; y < end; y += 2 * blockDim.y) body(x, y, y + 1 < end);
}

// Returns the means of 2 x 2 pixels. Rows are added before columns on all devices, so that results
// are equal.
__device__ __forceinline__ void halve(const float (&made)[8], float (&halved)[2]) {
    halved[0] = 0.25f * ((made[0] + made[4]) + (made[1] + made[5]));
    halved[1] = 0.25f * ((made[2] + made[6]) + (made[3] + made[7]));
}

}  // namespace

extern "C" __global__ void __launch_bounds__(point_threads, point_least_blocks)
    point_pass(const Launch launch, const PointParameters parameters) {
    run_block(launch, [&](const Entry*) {
        each_two_rows(launch, parameters,
                      [](int x, int y, bool both) { point(x, y, both ? y + 1 : y, both ? 2 : 1); });
    });
}

extern "C" __global__ void __launch_bounds__(point_threads, point_least_blocks)
    point_halve(const Launch launch, const PointParameters parameters) {
    run_block(launch, [&](const Entry*) {
        each_two_rows(launch, parameters, [&](int x, int y, bool) {
            float made[8];
            prologue(made, x, y);
            float halved[2];
            halve(made, halved);
            epilogue(halved, x / 2, y / 2, x < launch.width);
        });
    });
}

extern "C" __global__ void __launch_bounds__(point_threads, point_least_blocks)
    point_halve_two(const Launch launch, const PointParameters parameters) {
    run_block(launch, [&](const Entry*) {
        each_two_rows(launch, parameters, [&](int x, int y, bool) {
            float made[2][8];
            prologue(made, x, y);
            float halved[2][2];
            halve(made[0], halved[0]);
            halve(made[1], halved[1]);
            epilogue(halved, x / 2, y / 2, x < launch.width);
        });
    });
}

}  // namespace tonelift::cuda
