// SPDX-License-Identifier: BSD-2-Clause
//
// The exact median of a neighborhood of floats, on CUDA.
#pragma once

#include "kernels/device/planes.cuh"
#include "kernels/device/splice_points.cuh"
#include "kernels/stencil/stencil_cuda_parameters.h"
#include "kernels/stencil/stencil_cuda_policy.h"

namespace tonelift::cuda {

__device__ __forceinline__ void exchange(float& low, float& high) {
    const float smaller = fminf(low, high);
    high = fmaxf(low, high);
    low = smaller;
}

// Returns the median of `count` values by forgetful selection: each step drops the smallest and the
// largest of n values, which cannot be the median, and loads one more value.
template <int n, int count, class Load>
__device__ __forceinline__ float forgetful_median(float* v, const Load& load) {
#pragma unroll
    for (int i = 0; i < n / 2; ++i) exchange(v[i], v[n - 1 - i]);
#pragma unroll
    for (int i = 1; i < (n + 1) / 2; ++i) exchange(v[0], v[i]);
#pragma unroll
    for (int i = n / 2; i < n - 1; ++i) exchange(v[i], v[n - 1]);
    if constexpr (n == 3) {
        return v[1];
    } else {
        v[0] = load(count - n + 3);
        return forgetful_median<n - 1, count>(v, load);
    }
}

template <int side>
__device__ __forceinline__ float median_of_square(const float (&v)[side][12], int column) {
    constexpr int count = side * side;
    constexpr int held = count / 2 + 2;
    const auto load = [&](int i) { return v[i / side][column + i % side]; };
    float kept[held];
#pragma unroll
    for (int i = 0; i < held; ++i) kept[i] = load(i);
    return forgetful_median<held, count>(kept, load);
}

template <int radius>
__device__ __forceinline__ void median_small(const Launch& launch, const MedianParameters& p) {
    constexpr int side = 2 * radius + 1;
    constexpr int chunks = tile_columns / 4 + 2;
    __shared__ float4 tile[(stencil_warps + 2 * radius) * chunks];
    const Entry* frame = frame_of(launch);
    setup(frame, launch.width);
    const int lane = threadIdx.x % 32;
    const int row = threadIdx.x / 32;
    const int x = blockIdx.x * tile_columns;
    const int y = blockIdx.y * stencil_warps;
    load_tile<3>(frame, p.value, tile, chunks, stencil_warps + 2 * radius, x - 4, y - radius);
    __syncthreads();
    float v[side][12];
#pragma unroll
    for (int i = 0; i < side; ++i) {
#pragma unroll
        for (int j = 0; j < 3; ++j) spread(tile[(row + i) * chunks + lane + j], v[i] + 4 * j);
    }
    float result[1][4];
#pragma unroll
    for (int pixel = 0; pixel < 4; ++pixel)
        result[0][pixel] = median_of_square<side>(v, pixel + 4 - radius);
    finish_rows(launch, result, x + 4 * lane, y + row);
    __syncthreads();
    finish(block_of_frame());
}

__device__ __forceinline__ unsigned sortable_key(float value) {
    const unsigned bits = __float_as_uint(value);
    return (bits & 0x80000000u) != 0 ? ~bits : bits | 0x80000000u;
}
__device__ __forceinline__ float value_of_key(unsigned key) {
    return __uint_as_float((key & 0x80000000u) != 0 ? key & 0x7FFFFFFFu : ~key);
}

template <class Visit>
__device__ __forceinline__ void each_key(const unsigned* corner, int pitch, int across, int down,
                                         const Visit& visit) {
#pragma unroll 1
    for (int row = 0; row < down; ++row) {
#pragma unroll 4
        for (int i = 0; i < across; ++i) visit(corner[row * pitch + i]);
    }
}

__device__ __forceinline__ unsigned select_middle(const unsigned* corner, int pitch, int across,
                                                  int down) {
    unsigned low = 0xFFFFFFFFu;
    unsigned high = 0;
    each_key(corner, pitch, across, down, [&](unsigned key) {
        low = min(low, key);
        high = max(high, key);
    });
#pragma unroll 1
    while (low < high) {
        const unsigned middle = low + (high - low) / 2;
        unsigned below = low;
        unsigned above = high;
        int count = 0;
        each_key(corner, pitch, across, down, [&](unsigned key) {
            if (key <= middle) {
                ++count;
                below = max(below, key);
            } else {
                above = min(above, key);
            }
        });
        if (count > across * down / 2) {
            high = below;
        } else {
            low = above;
        }
    }
    return low;
}

__device__ __forceinline__ void load_keys(const Entry* frame, const Plane& plane, unsigned* keys,
                                          int pitch, int rows, int x, int y) {
    with_reader(PlaneView(frame, plane), [&](const auto& reader) {
#pragma unroll 4
        for (int i = threadIdx.x; i < rows * pitch; i += stencil_threads) {
            const int row = i / pitch;
            keys[i] = sortable_key(reader.at(reader.row(y + row), x + i - row * pitch));
        }
    });
}

template <class Value>
__device__ __forceinline__ void finish_medians(const Launch& launch, int x, int y,
                                               const Value& value) {
    __shared__ float result[median_side][median_side];
    const int lane = threadIdx.x % 32;
#pragma unroll 1
    for (int row = threadIdx.x / 32; row < median_side; row += stencil_warps)
        result[row][lane] = value(row, lane);
    __syncthreads();
    const int row = threadIdx.x / 8;
    const int column = threadIdx.x % 8 * 4;
    float chunk[1][4];
#pragma unroll
    for (int i = 0; i < 4; ++i) chunk[0][i] = result[row][column + i];
    finish_rows(launch, chunk, x + column, y + row);
}

__device__ __forceinline__ void median_any(const Launch& launch, const MedianParameters& p,
                                           unsigned* keys) {
    const Entry* frame = frame_of(launch);
    setup(frame, launch.width);
    const int x = blockIdx.x * median_side;
    const int y = blockIdx.y * median_side;
    const int pitch = median_side + 2 * p.radius_x;
    load_keys(frame, p.value, keys, pitch, median_side + 2 * p.radius_y, x - p.radius_x,
              y - p.radius_y);
    __syncthreads();
    finish_medians(launch, x, y, [&](int row, int lane) {
        return value_of_key(select_middle(keys + row * pitch + lane, pitch, 2 * p.radius_x + 1,
                                          2 * p.radius_y + 1));
    });
    __syncthreads();
    finish(block_of_frame());
}

using RankedItem = unsigned long long;

// Sorts `items` by Batcher's bitonic sort. `n` must be a power of two. All threads of a block must
// call this function.
__device__ __forceinline__ void sort_items(RankedItem* items, int n) {
#pragma unroll 1
    for (int run = 2; run <= n; run *= 2) {
#pragma unroll 1
        for (int apart = run / 2; apart > 0; apart /= 2) {
            __syncthreads();
            for (int i = threadIdx.x; i < n / 2; i += stencil_threads) {
                const int low = 2 * i - (i & (apart - 1));
                const RankedItem a = items[low];
                const RankedItem b = items[low + apart];
                if ((a > b) != ((low & run) == 0)) continue;
                items[low] = b;
                items[low + apart] = a;
            }
        }
    }
    __syncthreads();
}

// Bits of the largest finite half float. Positive half floats have the same order as their bits, so
// ranks up to this number can be compared by instructions for half floats.
constexpr unsigned largest_half = 0x7BFF;

__device__ __forceinline__ unsigned not_above(unsigned pair, unsigned pivots) {
    unsigned result;
    asm("set.le.f16x2.f16x2 %0, %1, %2;" : "=r"(result) : "r"(pair), "r"(pivots));
    return result;
}
__device__ __forceinline__ unsigned add_pairs(unsigned a, unsigned b) {
    unsigned result;
    asm("add.f16x2 %0, %1, %2;" : "=r"(result) : "r"(a), "r"(b));
    return result;
}
__device__ __forceinline__ int sum_of_pair(unsigned pair) {
    float low, high;
    asm("cvt.f32.f16 %0, %1;" : "=f"(low) : "h"(static_cast<uint16_t>(pair & 0xFFFFu)));
    asm("cvt.f32.f16 %0, %1;" : "=f"(high) : "h"(static_cast<uint16_t>(pair >> 16)));
    return static_cast<int>(low + high);
}

__device__ __forceinline__ int count_ranks(const unsigned* corner, int pitch,
                                           const MedianParameters& p, bool odd, int pivot) {
    const unsigned pivots = static_cast<unsigned>(pivot) * 0x10001u;
    const unsigned first = odd ? largest_half : 0;
    const unsigned last = odd ? 0 : largest_half << 16;
    unsigned count = 0;
#pragma unroll 1
    for (int row = 0; row < 2 * p.radius_y + 1; ++row) {
        const unsigned* pairs = corner + row * pitch;
        count = add_pairs(count, not_above(pairs[0] | first, pivots));
#pragma unroll 4
        for (int i = 1; i < p.radius_x; ++i) count = add_pairs(count, not_above(pairs[i], pivots));
        count = add_pairs(count, not_above(pairs[p.radius_x] | last, pivots));
    }
    return sum_of_pair(count);
}

__device__ __forceinline__ int middle_rank(const unsigned* ranks, int pitch,
                                           const MedianParameters& p, int row, int lane) {
    const unsigned* corner = ranks + row * pitch + lane / 2;
    const int middle = (2 * p.radius_x + 1) * (2 * p.radius_y + 1) / 2;
    int low = 0;
#pragma unroll 1
    for (int step = p.items / 2; step > 0; step /= 2) {
        if (count_ranks(corner, pitch, p, lane % 2 != 0, low + step - 1) <= middle) low += step;
    }
    return low;
}

__device__ __forceinline__ void median_ranks(const Launch& launch, const MedianParameters& p,
                                             RankedItem* items) {
    const Entry* frame = frame_of(launch);
    setup(frame, launch.width);
    const int x = blockIdx.x * median_side;
    const int y = blockIdx.y * median_side;
    const int pitch = median_side + 2 * p.radius_x;
    const int count = pitch * (median_side + 2 * p.radius_y);
    auto* ranks = reinterpret_cast<uint16_t*>(items + p.items);
    with_reader(PlaneView(frame, p.value), [&](const auto& reader) {
#pragma unroll 4
        for (int i = threadIdx.x; i < p.items; i += stencil_threads) {
            const int row = i / pitch;
            const unsigned key = sortable_key(
                reader.at(reader.row(y - p.radius_y + row), x - p.radius_x + i - row * pitch));
            items[i] = RankedItem{i < count ? key : 0xFFFFFFFFu} << 32 | static_cast<unsigned>(i);
        }
    });
    sort_items(items, p.items);
    for (int i = threadIdx.x; i < p.items; i += stencil_threads) {
        const auto place = static_cast<unsigned>(items[i]);
        if (place < count) ranks[place] = static_cast<uint16_t>(i);
    }
    __syncthreads();
    finish_medians(launch, x, y, [&](int row, int lane) {
        const auto* pairs = reinterpret_cast<const unsigned*>(ranks);
        const int rank = middle_rank(pairs, pitch / 2, p, row, lane);
        return value_of_key(static_cast<unsigned>(items[rank] >> 32));
    });
    __syncthreads();
    finish(block_of_frame());
}

}  // namespace tonelift::cuda
