// SPDX-License-Identifier: BSD-2-Clause
//
// The edge-aware recursive filter along columns. A warp is a row of 64 columns, 2 a lane; a thread
// holds some rows of them in registers. Both walks are linear in what comes in from above and from
// below, so five numbers say what a run of rows does to them; those of the warps of a tile, and
// then of the tiles of a strip, are enough for every warp to know where its walks begin. Tiles of a
// strip tell each other their numbers once, through device memory.
#pragma once

#include "kernels/scan/edge.cuh"

namespace tonelift::cuda {

// A run of pixels of one column, seen from its ends. With `above` the pixel before it after the
// walk forward, and `last` its last pixel after both walks:
//   its last pixel after the walk forward:  value + link * product * above
//   its first pixel after both walks:       back + through * above + product * last
struct Run {
    float link;     // weight between the pixel before and the first
    float product;  // of the weights inside
    float value;
    float back;
    float through;
};

// Two runs one after the other.
__device__ __forceinline__ Run joined(const Run& top, const Run& bottom) {
    const float keep = fmaf(bottom.link, bottom.through - 1.0f, 1.0f);
    const float link = bottom.link * bottom.product;
    Run run;
    run.link = top.link;
    run.product = top.product * link;
    run.value = fmaf(link, top.value, bottom.value);
    run.back = fmaf(top.product, fmaf(top.value, keep, bottom.link * bottom.back), top.back);
    run.through = fmaf(top.product * keep, top.link * top.product, top.through);
    return run;
}

// Numbers of runs in shared memory: field, run, column.
struct Runs {
    float* numbers;
    int count;

    __device__ __forceinline__ float& at(int field, int run, int column) const {
        return numbers[(field * count + run) * edge_strip + column];
    }
    __device__ __forceinline__ Run get(int run, int column) const {
        return {at(0, run, column), at(1, run, column), at(2, run, column), at(3, run, column),
                at(4, run, column)};
    }
    __device__ __forceinline__ void put(int run, int column, const Run& r) const {
        at(0, run, column) = r.link;
        at(1, run, column) = r.product;
        at(2, run, column) = r.value;
        at(3, run, column) = r.back;
        at(4, run, column) = r.through;
    }
    // Once the walks of a run are known, where they begin stands in place of two of its numbers.
    __device__ __forceinline__ float& above(int run, int column) const {
        return at(2, run, column);
    }
    __device__ __forceinline__ float& last(int run, int column) const { return at(3, run, column); }
};

// What lies around a run: the pixel above it after the walk forward; of the pixel below it, what
// it is after both walks, and the link to it.
struct Around {
    float above;
    float below;
    float link_below;
};

template <int rows>
struct ColumnPixels {
    float value[rows][2];
    float weight[rows][2];  // of the link to the pixel above
};

struct ColumnPlace {
    int x;    // of the lane's chunk, on the grid
    int own;  // 0 where the lane's columns lie beyond the width
    int warp;
    int lane;
};

// Loads a thread's rows from `top` on, and weighs their links. Rows beyond the height repeat the
// last one without a link to it.
template <int rows>
__device__ __forceinline__ void load_columns(ColumnPixels<rows>& pixels, const ColumnPlace& place,
                                             int top, int own, int height,
                                             const EdgeScanParameters& p) {
    float before[2];
    float unused[2];
    prologue(unused, before, place.x, max(min(top, height) - 1, 0), 0);
#pragma unroll
    for (int i = 0; i < rows; ++i) {
        float guide[2];
        const int y = top + i;
        prologue(pixels.value[i], guide, place.x, min(y, height - 1), y < height ? own : 0);
#pragma unroll
        for (int c = 0; c < 2; ++c) {
            pixels.weight[i][c] = link_weight(p, guide[c] - before[c]);
            before[c] = guide[c];
        }
    }
    if (top > 0 && top + rows <= height) return;
#pragma unroll
    for (int i = 0; i < rows; ++i) {
        if (top + i == 0 || top + i >= height) pixels.weight[i][0] = pixels.weight[i][1] = 0.0f;
    }
}

template <int rows>
__device__ __forceinline__ Run run_of(const ColumnPixels<rows>& pixels, int c) {
    Run run = {pixels.weight[0][c], 1.0f, drawn(pixels.value[0][c], 0.0f, pixels.weight[0][c]),
               0.0f, 0.0f};
#pragma unroll
    for (int i = 1; i < rows; ++i) {
        const float w = pixels.weight[i][c];
        const float product = run.product * w;
        const float share = run.product - product;
        run.back = fmaf(share, run.value, run.back);
        run.through = fmaf(share, run.product, run.through);
        run.value = drawn(pixels.value[i][c], run.value, w);
        run.product = product;
    }
    run.through *= run.link;
    return run;
}

// From what lies around a tile, where the walks of each of its warps begin. Gives the tile's first
// pixel after both walks. By one thread a column.
__device__ __forceinline__ float settle(const Runs& warps, int column, const Around& around) {
    float y = around.above;
    for (int k = 0; k < warps.count; ++k) {
        const float link = warps.at(0, k, column) * warps.at(1, k, column);
        const float value = warps.at(2, k, column);
        warps.above(k, column) = y;
        y = fmaf(link, y, value);
    }
    float below = around.below;
    float link_below = around.link_below;
    for (int k = warps.count - 1; k >= 0; --k) {
        const Run run = warps.get(k, column);
        const float above = warps.above(k, column);
        const float last = drawn(y, below, link_below);
        below = fmaf(run.product, last, fmaf(run.through, above, run.back));
        warps.last(k, column) = last;
        link_below = run.link;
        y = above;
    }
    return below;
}

// Both walks, and the pass's epilogue.
template <int rows>
__device__ __forceinline__ void finish_columns(ColumnPixels<rows>& pixels, const Runs& warps,
                                               const ColumnPlace& place, int top, int height) {
#pragma unroll
    for (int c = 0; c < 2; ++c) {
        float y = warps.above(place.warp, 2 * place.lane + c);
#pragma unroll
        for (int i = 0; i < rows; ++i) {
            y = pixels.value[i][c] = drawn(pixels.value[i][c], y, pixels.weight[i][c]);
        }
        y = pixels.value[rows - 1][c] = warps.last(place.warp, 2 * place.lane + c);
#pragma unroll
        for (int i = rows - 2; i >= 0; --i) {
            y = pixels.value[i][c] = drawn(pixels.value[i][c], y, pixels.weight[i + 1][c]);
        }
    }
#pragma unroll
    for (int i = 0; i < rows; ++i) {
        const int y = top + i;
        epilogue(pixels.value[i], place.x, min(y, height - 1), y < height ? place.own : 0);
    }
}

// Numbers of a tile in device memory, 16 bytes at once, which are never seen half written. The mark
// says that they are of this launch.
struct Published {
    float a, b, c;
    unsigned mark;
};

__device__ __forceinline__ void publish(Published* to, const Published& p) {
    asm volatile("st.relaxed.gpu.global.v4.b32 [%0], {%1, %2, %3, %4};" ::"l"(to), "f"(p.a),
                 "f"(p.b), "f"(p.c), "r"(p.mark)
                 : "memory");
}
__device__ __forceinline__ Published look_at(const Published* from) {
    Published p;
    asm volatile("ld.relaxed.gpu.global.v4.b32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(p.a), "=f"(p.b), "=f"(p.c), "=r"(p.mark)
                 : "l"(from)
                 : "memory");
    return p;
}

// The tiles of one strip of one frame in device memory.
struct Board {
    Published* first;

    __device__ __forceinline__ Published* of(int tile, int half, int column) const {
        return first + (2 * tile + half) * edge_strip + column;
    }
    __device__ __forceinline__ void put(int tile, int column, const Run& r, unsigned mark) const {
        publish(of(tile, 0, column), {r.link, r.product, r.value, mark});
        publish(of(tile, 1, column), {r.back, r.through, 0.0f, mark});
    }
    // Waits until the tile has published.
    __device__ __forceinline__ Run get(int tile, int column, unsigned mark) const {
        Published a;
        Published b;
        do {
            a = look_at(of(tile, 0, column));
            b = look_at(of(tile, 1, column));
        } while (a.mark != mark || b.mark != mark);
        return {a.a, a.b, a.c, b.a, b.b};
    }
};

__device__ __forceinline__ Run joined_warps(const Runs& warps, int column) {
    Run run = warps.get(0, column);
    for (int k = 1; k < warps.count; ++k) run = joined(run, warps.get(k, column));
    return run;
}

// Always from the first tile to the last, so that the result is the same whoever came first.
__device__ __forceinline__ Around around_tile(const Runs& tiles, int tile, int column) {
    Around around = {0.0f, 0.0f, 0.0f};
    for (int t = 0; t < tile; ++t) {
        const float link = tiles.at(0, t, column) * tiles.at(1, t, column);
        around.above = fmaf(link, around.above, tiles.at(2, t, column));
    }
    if (tile + 1 == tiles.count) return around;
    // below = base + slope * (last pixel so far, after both walks), y: that after the walk forward
    Run run = tiles.get(tile, column);
    float y = fmaf(run.link * run.product, around.above, run.value);
    run = tiles.get(tile + 1, column);
    around.link_below = run.link;
    float base = fmaf(run.through, y, run.back);
    float slope = run.product;
    y = fmaf(run.link * run.product, y, run.value);
    for (int t = tile + 2; t < tiles.count; ++t) {
        run = tiles.get(t, column);
        const float first = fmaf(run.through, y, run.back);
        base = fmaf(slope, drawn(y, first, run.link), base);
        slope *= run.link * run.product;
        y = fmaf(run.link * run.product, y, run.value);
    }
    around.below = fmaf(slope, y, base);
    return around;
}

__device__ __forceinline__ ColumnPlace column_place(int strip, int width) {
    const int thread = static_cast<int>(threadIdx.x);
    const int lane = thread % 32;
    const int x = strip * edge_strip + 2 * lane;
    return {min(x, (width - 1) & ~1), x < width, thread / 32, lane};
}

template <int rows>
__device__ __forceinline__ void put_runs(const Runs& warps, const ColumnPlace& place,
                                         const ColumnPixels<rows>& pixels) {
#pragma unroll
    for (int c = 0; c < 2; ++c) {
        warps.put(place.warp, 2 * place.lane + c, run_of(pixels, c));
    }
}

// A block is a tile. The tiles of a strip wait for each other: they have consecutive numbers, and
// blocks start in the order of their numbers, so those that are waited for run or are the next to
// start, as long as the device holds all tiles of a strip at once.
template <int rows>
__device__ __forceinline__ void edge_along_y(const Launch& launch, const EdgeScanParameters& p,
                                             float* shared) {
    setup(frame_of(launch), launch.width);
    __syncthreads();
    const int block = static_cast<int>(blockIdx.x);
    const int tile = block % p.tiles;
    const int strip = block / p.tiles;
    const int threads = static_cast<int>(blockDim.x);
    const ColumnPlace place = column_place(strip, launch.width);
    const Runs warps = {shared, threads / 32};
    const Runs tiles = {shared + edge_run_numbers * edge_strip * warps.count, p.tiles};
    const size_t group = static_cast<size_t>(blockIdx.z) * (gridDim.x / p.tiles) + strip;
    const Board board = {reinterpret_cast<Published*>(launch.scratch) +
                         group * p.tiles * (2 * edge_strip)};
    const int top = (tile * warps.count + place.warp) * rows;

    ColumnPixels<rows> pixels;
    load_columns(pixels, place, top, place.own, launch.height, p);
    put_runs(warps, place, pixels);
    __syncthreads();
    const int column = static_cast<int>(threadIdx.x) % edge_strip;
    if (threadIdx.x < edge_strip) {
        board.put(tile, column, joined_warps(warps, column), launch.epoch);
    }
    for (int t = static_cast<int>(threadIdx.x) / edge_strip; t < p.tiles;
         t += threads / edge_strip) {
        tiles.put(t, column, board.get(t, column, launch.epoch));
    }
    __syncthreads();
    if (threadIdx.x < edge_strip) settle(warps, column, around_tile(tiles, tile, column));
    __syncthreads();
    finish_columns(pixels, warps, place, top, launch.height);
    finish(block);
}

// A block is a whole strip, which waits for nobody: it looks at the pieces of the strip once from
// above, for where their walks forward begin, and once from below.
template <int rows>
__device__ __forceinline__ void edge_along_y_alone(const Launch& launch,
                                                   const EdgeScanParameters& p, float* shared) {
    setup(frame_of(launch), launch.width);
    __syncthreads();
    const int strip = static_cast<int>(blockIdx.x);
    const ColumnPlace place = column_place(strip, launch.width);
    const Runs warps = {shared, static_cast<int>(blockDim.x) / 32};
    float* above = shared + edge_run_numbers * edge_strip * warps.count;
    const int column = static_cast<int>(threadIdx.x) % edge_strip;
    const bool leader = threadIdx.x < edge_strip;
    const int piece_rows = warps.count * rows;

    ColumnPixels<rows> pixels;
    float y = 0.0f;
    for (int piece = 0; piece < p.tiles; ++piece) {
        const int top = piece * piece_rows + place.warp * rows;
        load_columns(pixels, place, top, 0, launch.height, p);
        put_runs(warps, place, pixels);
        __syncthreads();
        if (leader) {
            above[piece * edge_strip + column] = y;
            const Run run = joined_warps(warps, column);
            y = fmaf(run.link * run.product, y, run.value);
        }
        __syncthreads();
    }
    Around around = {0.0f, 0.0f, 0.0f};
    for (int piece = p.tiles - 1; piece >= 0; --piece) {
        const int top = piece * piece_rows + place.warp * rows;
        load_columns(pixels, place, top, place.own, launch.height, p);
        put_runs(warps, place, pixels);
        __syncthreads();
        if (leader) {
            around.above = above[piece * edge_strip + column];
            around.below = settle(warps, column, around);
            around.link_below = warps.at(0, 0, column);
        }
        __syncthreads();
        finish_columns(pixels, warps, place, top, launch.height);
        __syncthreads();
    }
    finish(strip);
}

}  // namespace tonelift::cuda
