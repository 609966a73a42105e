// SPDX-License-Identifier: BSD-2-Clause
//
// The edge-aware recursive filter along rows. Each thread keeps adjacent pixels of a row in
// registers.
#pragma once

#include "kernels/scan/edge.cuh"

namespace tonelift::cuda {

constexpr int warp_lanes = 32;
constexpr unsigned all_lanes = 0xffffffffu;
constexpr int most_warps = 32;

struct AffineMap {
    float a;
    float b;
};

struct RowExchange {
    float first_link[most_warps];
    AffineMap forward[most_warps];
    AffineMap backward[most_warps];
};

struct RowPlace {
    int x;
    int warp;
    int first;
    int end;
    int lane;
};

#define TONELIFT_COMPOSE(name, direction, clamp)                            \
    __device__ __forceinline__ void name(AffineMap& m, int distance) {      \
        asm volatile(                                                       \
            "{\n\t.reg .pred p;\n\t.reg .f32 a, b;\n\t"                     \
            "shfl.sync." direction ".b32 a|p, %0, %2, " clamp               \
            ", 0xffffffff;\n\t"                                             \
            "shfl.sync." direction ".b32 b, %1, %2, " clamp                 \
            ", 0xffffffff;\n\t"                                             \
            "@p fma.rn.f32 %1, %0, b, %1;\n\t@p mul.rn.f32 %0, %0, a;\n\t}" \
            : "+f"(m.a), "+f"(m.b)                                          \
            : "r"(distance));                                               \
    }
TONELIFT_COMPOSE(compose_with_before, "up", "0")
TONELIFT_COMPOSE(compose_with_after, "down", "31")
#undef TONELIFT_COMPOSE

// The pixels of a thread. `rest` points to the weights that do not fit in registers. These weights
// are in shared memory, where the weights of all threads are interleaved.
template <int chunks>
struct RowPixels {
    static constexpr int count = chunks * 8;
    static constexpr int held = chunks < edge_x_held_chunks ? chunks : edge_x_held_chunks;
    static constexpr bool wide = chunks > held;
    static constexpr int piece = wide ? 4 : 8;
    float value[chunks][8];
    float weight[held][8];  // weight between a pixel and the pixel to its left
    float* rest;
    int threads;

    __device__ __forceinline__ float& v(int i) { return value[i / 8][i % 8]; }
    __device__ __forceinline__ float& w(int i) {
        return i / 8 < held ? weight[i / 8][i % 8] : rest[(i - 8 * held) * threads];
    }
};

// Returns the first column of the last piece of a row. A piece is a group of `pixels` adjacent
// pixels. Threads beyond the end of the row compute the last piece again, but do not store it.
__device__ __forceinline__ int last_piece(int width, int pixels) { return (width - 1) & -pixels; }

template <int chunks>
__device__ __forceinline__ void load_pixels(RowPixels<chunks>& pixels, int x, int y, int own,
                                            int width) {
    constexpr int piece = RowPixels<chunks>::piece;
#pragma unroll
    for (int i = 0; i < RowPixels<chunks>::count; i += piece) {
        float value[piece];
        float guide[piece];
        prologue(value, guide, min(x + i, last_piece(width, piece)), y, x + i < width ? own : 0);
#pragma unroll
        for (int j = 0; j < piece; ++j) {
            pixels.v(i + j) = value[j];
            pixels.w(i + j) = guide[j];
        }
        // The barrier prevents the compiler from loading all pixels before it processes the first
        // piece.
        if (RowPixels<chunks>::wide) __syncwarp();
    }
}

__device__ __forceinline__ float guide_before(int x, int y, int width) {
    float value[4];
    float guide[4];
    prologue(value, guide, min(x - 4, last_piece(width, 4)), y, 0);
    return guide[3];
}

template <int chunks>
__device__ __forceinline__ void weigh_pixels(RowPixels<chunks>& pixels, const RowPlace& place,
                                             const EdgeScanParameters& p, int y, int width) {
    constexpr int n = RowPixels<chunks>::count;
    float before = __shfl_up_sync(all_lanes, pixels.w(n - 1), 1);
    if (place.lane == 0 && place.x > 0) before = guide_before(place.x, y, width);
#pragma unroll
    for (int i = n - 1; i > 0; --i) pixels.w(i) = link_weight(p, pixels.w(i) - pixels.w(i - 1));
    pixels.w(0) = place.x > 0 ? link_weight(p, pixels.w(0) - before) : 0.0f;
    if (place.x + n <= width) return;
#pragma unroll
    for (int i = 0; i < n; ++i) {
        if (place.x + i >= width) pixels.w(i) = 0.0f;
    }
}

template <int chunks>
__device__ __forceinline__ float inner_product(RowPixels<chunks>& pixels) {
    float product = pixels.w(1);
#pragma unroll
    for (int i = 2; i < RowPixels<chunks>::count; ++i) product *= pixels.w(i);
    return product;
}

template <int chunks>
__device__ __forceinline__ void filter_forward(RowPixels<chunks>& pixels, const RowPlace& place,
                                               float product, RowExchange& exchange) {
    constexpr int n = RowPixels<chunks>::count;
    AffineMap m = {pixels.w(0) * product, lerp(pixels.v(0), 0.0f, pixels.w(0))};
#pragma unroll
    for (int i = 1; i < n; ++i) m.b = lerp(pixels.v(i), m.b, pixels.w(i));
#pragma unroll
    for (int distance = 1; distance < warp_lanes; distance *= 2) compose_with_before(m, distance);
    if (place.lane == warp_lanes - 1) exchange.forward[place.warp] = m;
    if (place.lane == 0) exchange.first_link[place.warp] = pixels.w(0);
    const float a = __shfl_up_sync(all_lanes, m.a, 1);
    const float b = __shfl_up_sync(all_lanes, m.b, 1);
    __syncthreads();
    float carry = 0.0f;
    for (int k = place.first; k < place.warp; ++k) {
        carry = fmaf(exchange.forward[k].a, carry, exchange.forward[k].b);
    }
    if (place.lane > 0) carry = fmaf(a, carry, b);
#pragma unroll
    for (int i = 0; i < n; ++i) carry = pixels.v(i) = lerp(pixels.v(i), carry, pixels.w(i));
}

template <int chunks>
__device__ __forceinline__ void filter_backward(RowPixels<chunks>& pixels, const RowPlace& place,
                                                float product, RowExchange& exchange) {
    constexpr int n = RowPixels<chunks>::count;
    float link = __shfl_down_sync(all_lanes, pixels.w(0), 1);
    if (place.lane == warp_lanes - 1) {
        link = place.warp + 1 < place.end ? exchange.first_link[place.warp + 1] : 0.0f;
    }
    AffineMap m = {link * product, lerp(pixels.v(n - 1), 0.0f, link)};
#pragma unroll
    for (int i = n - 2; i >= 0; --i) m.b = lerp(pixels.v(i), m.b, pixels.w(i + 1));
#pragma unroll
    for (int distance = 1; distance < warp_lanes; distance *= 2) compose_with_after(m, distance);
    if (place.lane == 0) exchange.backward[place.warp] = m;
    const float a = __shfl_down_sync(all_lanes, m.a, 1);
    const float b = __shfl_down_sync(all_lanes, m.b, 1);
    __syncthreads();
    float carry = 0.0f;
    for (int k = place.end - 1; k > place.warp; --k) {
        carry = fmaf(exchange.backward[k].a, carry, exchange.backward[k].b);
    }
    if (place.lane < warp_lanes - 1) carry = fmaf(a, carry, b);
    carry = pixels.v(n - 1) = lerp(pixels.v(n - 1), carry, link);
#pragma unroll
    for (int i = n - 2; i >= 0; --i) {
        carry = pixels.v(i) = lerp(pixels.v(i), carry, pixels.w(i + 1));
    }
}

template <int chunks>
__device__ __forceinline__ void filter_row(const RowPlace& place, int y, int own, int width,
                                           const EdgeScanParameters& p, RowExchange& exchange,
                                           float* shared) {
    RowPixels<chunks> pixels;
    pixels.threads = static_cast<int>(blockDim.x * blockDim.y);
    pixels.rest = shared + threadIdx.y * blockDim.x + threadIdx.x;
    load_pixels(pixels, place.x, y, own, width);
    weigh_pixels(pixels, place, p, y, width);
    const float product = inner_product(pixels);
    filter_forward(pixels, place, product, exchange);
    filter_backward(pixels, place, product, exchange);
#pragma unroll
    for (int c = 0; c < chunks; ++c) {
        const int at = place.x + 8 * c;
        epilogue(pixels.value[c], min(at, last_piece(width, 8)), y, at < width ? own : 0);
    }
}

// Prefetches the pixels of a block that will run after this block. The distance between the two
// blocks is p.prefetch_frames frames plus p.prefetch_blocks blocks.
__device__ __forceinline__ void prefetch_later_block(const Launch& launch,
                                                     const EdgeScanParameters& p, int x) {
    const int later = static_cast<int>(blockIdx.x) + p.prefetch_blocks;
    const bool here = later < static_cast<int>(gridDim.x);
    const int block = here ? later : later - static_cast<int>(gridDim.x);
    const unsigned frame = blockIdx.z + p.prefetch_frames + (here ? 0 : 1);
    const int y = block * p.rows_per_block + static_cast<int>(threadIdx.y);
    if (frame < gridDim.z && x < launch.width && y < launch.height)
        ahead(launch.entries + static_cast<size_t>(frame) * launch.entries_per_frame, x, y);
}

// Filters rows. blockDim.x is the number of threads per row, a multiple of the warp size.
template <int chunks>
__device__ __forceinline__ void edge_along_x(const Launch& launch, const EdgeScanParameters& p,
                                             float* shared) {
    __shared__ RowExchange exchange;
    run_block(launch, [&](const Entry*) {
        prefetch_later_block(launch, p, static_cast<int>(threadIdx.x) * RowPixels<chunks>::count);
        const int warps = static_cast<int>(blockDim.x / warp_lanes);
        const int row_warps = static_cast<int>(threadIdx.y) * warps;
        const int warp = static_cast<int>(threadIdx.x / warp_lanes);
        const int lane = static_cast<int>(threadIdx.x % warp_lanes);
        const RowPlace place = {static_cast<int>(threadIdx.x) * RowPixels<chunks>::count,
                                row_warps + warp, row_warps, row_warps + warps, lane};
        const int first = static_cast<int>(blockIdx.x) * p.rows_per_block;
        const int end = min(first + p.rows_per_block, launch.height);
        for (int top = first; top < end; top += static_cast<int>(blockDim.y)) {
            const int y = top + static_cast<int>(threadIdx.y);
            filter_row<chunks>(place, min(y, end - 1), y < end, launch.width, p, exchange, shared);
        }
    });
}

}  // namespace tonelift::cuda
