// SPDX-License-Identifier: BSD-2-Clause
// Filters each line with a recursive edge-preserving filter, forward and then backward. One thread
// computes one line.
#include "tests/bench/patterns/frames.cuh"

namespace tonelift::patterns {
namespace {

constexpr int side = 32;

__device__ __forceinline__ float weight(const EdgeFilter& filter, float guide, float before) {
    return exp2f(-filter.rate * (1 + filter.edge * fabsf(guide - before)));
}

__device__ __forceinline__ void filter_line(const EdgeFilter& filter,
                                            const float* __restrict__ value,
                                            const float* __restrict__ guide, float* out, int n,
                                            long long step) {
    float result = value[0];
    float before = guide[0];
    out[0] = result;
    for (int i = 1; i < n; ++i) {
        const float g = guide[i * step];
        const float v = value[i * step];
        result = v + weight(filter, g, before) * (result - v);
        before = g;
        out[i * step] = result;
    }
    for (int i = n - 2; i >= 0; --i) {
        const float g = guide[i * step];
        const float v = out[i * step];
        result = v + weight(filter, before, g) * (result - v);
        before = g;
        out[i * step] = result;
    }
}

// Part of a plane in shared memory. Each row has one additional element, so that the elements of a
// column are in different memory banks.
using Tile = float[side][side + 1];

__device__ __forceinline__ void load(const Frames& from, int x0, int y0, Tile& tile) {
#pragma unroll
    for (int row = 0; row < side; ++row) {
        const int x = inside(x0 + static_cast<int>(threadIdx.x), from.width);
        tile[row][threadIdx.x] = row_of<const float>(from, inside(y0 + row, from.height))[x];
    }
}

__device__ __forceinline__ void store(const Frames& to, int x0, int y0, const Tile& tile) {
    const int x = x0 + static_cast<int>(threadIdx.x);
    if (x >= to.width) return;
    for (int row = 0; row < min(side, to.height - y0); ++row)
        row_of<float>(to, y0 + row)[x] = tile[row][threadIdx.x];
}

struct Carry {
    float result;
    float guide;
};

__device__ __forceinline__ void filter_tile(const EdgeFilter& filter, float* value,
                                            const float* guide, int first, int n, int step,
                                            Carry& carry) {
    for (int i = first; n > 0; --n, i += step) {
        const float w = weight(filter, guide[i], carry.guide);
        carry = {value[i] + w * (carry.result - value[i]), guide[i]};
        value[i] = carry.result;
    }
}

}  // namespace

extern "C" __global__ void scan_rows(const Frames value, const Frames guide, const Frames out,
                                     const EdgeFilter filter) {
    const int y = own_x();
    if (y >= out.height) return;
    filter_line(filter, row_of<const float>(value, y), row_of<const float>(guide, y),
                row_of<float>(out, y), out.width, 1);
}

extern "C" __global__ void scan_columns(const Frames value, const Frames guide, const Frames out,
                                        const EdgeFilter filter) {
    const int x = own_x();
    if (x >= out.width) return;
    filter_line(filter, row_of<const float>(value, 0) + x, row_of<const float>(guide, 0) + x,
                row_of<float>(out, 0) + x, out.height, out.pitch / int{sizeof(float)});
}

extern "C" __global__ void transpose(const Frames in, const Frames out) {
    __shared__ Tile tile;
    const int x0 = static_cast<int>(blockIdx.x) * side;
    const int y0 = static_cast<int>(blockIdx.y) * side;
    load(in, x0, y0, tile);
    __syncwarp();
    const int x = y0 + static_cast<int>(threadIdx.x);
    if (x >= out.width) return;
    for (int row = 0; row < min(side, out.height - x0); ++row)
        row_of<float>(out, x0 + row)[x] = tile[threadIdx.x][row];
}

extern "C" __global__ void scan_rows_turned(const Frames value, const Frames guide,
                                            const Frames out, const EdgeFilter filter) {
    __shared__ Tile values;
    __shared__ Tile guides;
    const int y0 = static_cast<int>(blockIdx.x) * side;
    const int y = inside(y0 + static_cast<int>(threadIdx.x), out.height);
    const auto filter_at = [&](const Frames& from, int x0, bool forward, Carry& carry) {
        load(from, x0, y0, values);
        load(guide, x0, y0, guides);
        __syncwarp();
        const int n = min(side, out.width - x0);
        filter_tile(filter, values[threadIdx.x], guides[threadIdx.x], forward ? 0 : n - 1, n,
                    forward ? 1 : -1, carry);
        __syncwarp();
        store(out, x0, y0, values);
        __syncwarp();
    };
    Carry carry = {row_of<const float>(value, y)[0], row_of<const float>(guide, y)[0]};
    int x0 = 0;
    for (; x0 < out.width; x0 += side) filter_at(value, x0, true, carry);
    for (x0 -= side; x0 >= 0; x0 -= side) filter_at(out, x0, false, carry);
}

}  // namespace tonelift::patterns
