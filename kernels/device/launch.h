// SPDX-License-Identifier: BSD-2-Clause
//
// The arguments that all kernels share, and the test by which a block skips a frame. This file is
// read by host code, by CUDA kernels and, for the Vulkan kernels, by glslang.
//
// `condition` is the address of the condition number of frame 0, or null to compute all frames.
// `condition_stride` is the distance between the numbers of two frames, in floats. A frame is
// skipped if (its number > 0) == unmet.
#ifdef __cplusplus
#pragma once

#include <cstddef>

#include "kernels/device/frame_entries.h"

namespace tonelift {

// The first parameter of every CUDA kernel. In the kernel, blockIdx.z is the index of the frame in
// the batch.
struct Launch {
    const Entry* entries;
    int entries_per_frame;
    int frames;
    int width;  // width and height of the kernel's result, in pixels
    int height;
    unsigned char* scratch;  // memory that is filled with 0 only once, when it is allocated
    unsigned epoch;
    unsigned* first_epoch;  // *first_epoch + epoch is a different number for each launch
    const float* constants;
    unsigned char* workspace;
    const float* condition;
    int condition_stride;
    bool unmet;
    // Last column and last row of the result (index 0), and of planes with half (index 1) and a
    // quarter (index 2) of the result's size. Inserted programs read these numbers.
    int last_column[3];
    int last_row[3];
};

namespace vulkan {

using GpuAddress = unsigned long long;
#else
#define GpuAddress uvec2
#endif

// The push constants of every Vulkan kernel. The addresses and pitches of planes are multiples of
// 256 bytes.
struct Push {
    GpuAddress entries;
    GpuAddress parameters;
    GpuAddress constants;
    GpuAddress scratch;
    GpuAddress workspace;
    GpuAddress condition;
    GpuAddress pq_lines;
    int condition_stride;
    int unmet;
    int entries_per_frame;
    int frames;
    int width;
    int height;
};

#ifdef __cplusplus
static_assert(sizeof(Push) <= 128, "every device has 128 bytes of push constants");

}  // namespace vulkan

#ifdef __CUDACC__
namespace cuda {

__device__ __forceinline__ unsigned epoch_of(const Launch& launch) {
    return *launch.first_epoch + launch.epoch;
}

__device__ __forceinline__ const Entry* frame_of(const Launch& launch) {
    return launch.entries + static_cast<size_t>(blockIdx.z) * launch.entries_per_frame;
}

__device__ __forceinline__ int block_of_frame() {
    return static_cast<int>(blockIdx.y * gridDim.x + blockIdx.x);
}

// These functions are in kernels/device/splice_points.cuh.
__device__ __forceinline__ void setup(const Entry* frame, int width);
__device__ __forceinline__ void finish(int block);

__device__ __forceinline__ bool is_needed(const Launch& launch) {
    if (launch.condition == nullptr) return true;
    return (launch.condition[blockIdx.z * launch.condition_stride] > 0) != launch.unmet;
}

// Computes a block of a frame. Does nothing if the launch skips the frame.
template <class Body>
__device__ __forceinline__ void run_block(const Launch& launch, const Body& body) {
    if (!is_needed(launch)) return;
    const Entry* frame = frame_of(launch);
    setup(frame, launch.width);
    __syncthreads();
    body(frame);
    __syncthreads();
    finish(block_of_frame());
}

// Defines a kernel that executes the last arguments of the macro to compute a block of a frame.
// Does nothing if the launch skips the frame.
#define TONELIFT_PASS_KERNEL(name, Parameters, threads, blocks, ...)               \
    extern "C" __global__ void __launch_bounds__(threads, blocks)                  \
        name(const Launch launch, const __grid_constant__ Parameters parameters) { \
        if (!is_needed(launch)) return;                                            \
        __VA_ARGS__;                                                               \
    }

}  // namespace cuda
#endif

}  // namespace tonelift
#else
layout(push_constant, std430) uniform Arguments { Push launch; };
layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Floats { float at[]; };

int frame_index() { return int(gl_WorkGroupID.z); }

bool is_needed() {
    if (launch.condition == uvec2(0)) return true;
    const float number = Floats(launch.condition).at[frame_index() * launch.condition_stride];
    return (number > 0) != (launch.unmet != 0);
}

// Computes a block of a frame. Each kernel defines this function.
void compute_block();

void main() {
    if (is_needed()) compute_block();
}
#endif
