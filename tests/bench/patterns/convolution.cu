// SPDX-License-Identifier: BSD-2-Clause
#include "tests/bench/patterns/frames.cuh"

namespace tonelift::patterns {
namespace {

// Largest number of rows that are unrolled. More rows would exceed the instruction cache.
constexpr int most_rows_unrolled = 7;

// Loads the tile as one list of elements, so consecutive threads load consecutive elements. Finding
// the row of an element needs a division.
__device__ __forceinline__ void load_list(const Frames& in, int radius) {
    const int left = static_cast<int>(blockIdx.x * blockDim.x) - radius;
    const int top = static_cast<int>(blockIdx.y * blockDim.y) - radius;
    const int width = tile_width(radius);
    const int threads = static_cast<int>(blockDim.x * blockDim.y);
    for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < width * tile_height(radius);
         i += threads) {
        const int y = i / width;
        const int x = i - y * width;
        tile[i] = row_of<const float>(in, inside(top + y, in.height))[inside(left + x, in.width)];
    }
    __syncthreads();
}

__device__ __forceinline__ void store(const Frames& out, float value) {
    if (own_x() < out.width && own_y() < out.height) row_of<float>(out, own_y())[own_x()] = value;
}

__device__ __forceinline__ float sum_of_tile(const Weights& weights, int radius) {
    const int side = 2 * radius + 1;
    float sum = 0;
    for (int y = 0; y < side; ++y) {
        const float* row = tile + (threadIdx.y + y) * tile_width(radius) + threadIdx.x;
        for (int x = 0; x < side; ++x) sum = fmaf(weights.of[y * side + x], row[x], sum);
    }
    return sum;
}

template <int radius>
__device__ __forceinline__ float sum_unrolled(const Weights& weights) {
    constexpr int side = 2 * radius + 1;
    float sum = 0;
#pragma unroll(radius <= most_rows_unrolled ? side : 1)
    for (int y = 0; y < side; ++y) {
        const float* row = tile + (threadIdx.y + y) * tile_width(radius) + threadIdx.x;
#pragma unroll
        for (int x = 0; x < side; ++x) sum = fmaf(weights.of[y * side + x], row[x], sum);
    }
    return sum;
}

}  // namespace

extern "C" __global__ void convolve_direct(const Frames in, const Frames out,
                                           const __grid_constant__ Weights weights, int radius) {
    const int side = 2 * radius + 1;
    float sum = 0;
    for (int y = 0; y < side; ++y) {
        const float* row = row_of<const float>(in, inside(own_y() + y - radius, in.height));
        for (int x = 0; x < side; ++x)
            sum = fmaf(weights.of[y * side + x], row[inside(own_x() + x - radius, in.width)], sum);
    }
    store(out, sum);
}

extern "C" __global__ void convolve_list(const Frames in, const Frames out,
                                         const __grid_constant__ Weights weights, int radius) {
    load_list(in, radius);
    store(out, sum_of_tile(weights, radius));
}

extern "C" __global__ void convolve_rows(const Frames in, const Frames out,
                                         const __grid_constant__ Weights weights, int radius) {
    load_rows(in, radius);
    store(out, sum_of_tile(weights, radius));
}

#define TONELIFT_CONVOLVE(radius)                                                     \
    extern "C" __global__ void convolve_unrolled_##radius(                            \
        const Frames in, const Frames out, const __grid_constant__ Weights weights) { \
        load_rows(in, radius);                                                        \
        store(out, sum_unrolled<radius>(weights));                                    \
    }
TONELIFT_CONVOLVE(1)
TONELIFT_CONVOLVE(2)
TONELIFT_CONVOLVE(3)
TONELIFT_CONVOLVE(4)
TONELIFT_CONVOLVE(5)
TONELIFT_CONVOLVE(6)
TONELIFT_CONVOLVE(7)
TONELIFT_CONVOLVE(8)
TONELIFT_CONVOLVE(9)
TONELIFT_CONVOLVE(10)
TONELIFT_CONVOLVE(11)
TONELIFT_CONVOLVE(12)
TONELIFT_CONVOLVE(13)
TONELIFT_CONVOLVE(14)
TONELIFT_CONVOLVE(15)
TONELIFT_CONVOLVE(16)
TONELIFT_CONVOLVE(17)
TONELIFT_CONVOLVE(18)
TONELIFT_CONVOLVE(19)
TONELIFT_CONVOLVE(20)
TONELIFT_CONVOLVE(21)
TONELIFT_CONVOLVE(22)
TONELIFT_CONVOLVE(23)
TONELIFT_CONVOLVE(24)
TONELIFT_CONVOLVE(25)
TONELIFT_CONVOLVE(26)
TONELIFT_CONVOLVE(27)
TONELIFT_CONVOLVE(28)
TONELIFT_CONVOLVE(29)
TONELIFT_CONVOLVE(30)

}  // namespace tonelift::patterns
