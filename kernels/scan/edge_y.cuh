// SPDX-License-Identifier: BSD-2-Clause
//
// The edge-aware recursive filter along columns. A band of lanes of a warp is a row of 32 columns,
// 4 a lane, and filters some rows of them. Both walks are linear in what comes in from above and
// from below, so four numbers say what a run of rows does to them; those of the bands of a tile,
// and then of the tiles of a strip, are enough for every band to know where its walks begin. Tiles
// of a strip tell each other their numbers once.
#pragma once

#include "kernels/scan/edge_runs.cuh"

namespace tonelift::cuda {

constexpr int row_lanes = edge_strip / edge_y_columns;
constexpr int bands = 32 / row_lanes;  // of a warp, each with rows of its own

// Columns of a strip are numbered so that lanes side by side touch numbers side by side: the first
// columns of all lanes, then the second ones, and so on.
__device__ __forceinline__ int column_number(int lane, int c) { return row_lanes * c + lane; }

// A number for each pixel of a lane in one row.
struct alignas(4 * edge_y_columns) Chunk {
    float of[edge_y_columns];
};

// The rows that a band filters: values of the first rows in registers, those of the last and the
// weights of the links to the pixels above in shared memory.
template <int rows>
struct ColumnPixels {
    static constexpr int held = edge_y_held_rows;
    Chunk values[held];
    Chunk* kept;  // of this lane, a warp's lanes side by side: weights of all rows, then values

    __device__ __forceinline__ Chunk& weights(int row) const { return kept[row * 32]; }
    __device__ __forceinline__ Chunk value(int row) const {
        return row < held ? values[row] : kept[(rows + row - held) * 32];
    }
    __device__ __forceinline__ void put_value(int row, const Chunk& value) {
        if (row < held) {
            values[row] = value;
        } else {
            kept[(rows + row - held) * 32] = value;
        }
    }
};

struct ColumnPlace {
    int x;     // of the lane's chunk, on the grid
    int own;   // 0 where the lane's columns lie beyond the width
    int band;  // of the block, from above
    int lane;  // of the band
};

// Loads a thread's rows from `top` on, and says what they do. Above the picture lie repetitions of
// row 0, which leave row 0 as it is.
template <int rows>
__device__ __forceinline__ void load_columns(ColumnPixels<rows>& pixels, Run (&run)[edge_y_columns],
                                             const ColumnPlace& place, int top, bool first, int own,
                                             const EdgeScanParameters& p) {
    // No branch: it would wait for the first row before the others are asked for.
    const float most = first ? 0.0f : 1.0f;
    float before[edge_y_columns];
    float unused[edge_y_columns];
    prologue(unused, before, place.x, max(top - 1, 0), 0);
#pragma unroll
    for (int c = 0; c < edge_y_columns; ++c) run[c] = empty_run;
#pragma unroll
    for (int i = 0; i < rows; ++i) {
        Chunk value;
        Chunk weight;
        float guide[edge_y_columns];
        const int y = top + i;
        prologue(value.of, guide, place.x, max(y, 0), y >= 0 ? own : 0);
#pragma unroll
        for (int c = 0; c < edge_y_columns; ++c) {
            float& w = weight.of[c];
            w = link_weight(p, guide[c] - before[c]);
            before[c] = guide[c];
            if (i == 0) w = fminf(w, most);
            extend(run[c], value.of[c], w);
        }
        pixels.weights(i) = weight;
        pixels.put_value(i, value);
    }
}

// The row's pixels drawn toward those before them on the walk.
__device__ __forceinline__ void walk(Chunk& before, const Chunk& value, const Chunk& weight) {
#pragma unroll
    for (int c = 0; c < edge_y_columns; ++c)
        before.of[c] = drawn(value.of[c], before.of[c], weight.of[c]);
}

// Both walks, and the pass's epilogue.
template <int rows>
__device__ __forceinline__ void finish_columns(ColumnPixels<rows>& pixels, const Runs& runs,
                                               const ColumnPlace& place, int top) {
    Chunk y;
    Chunk last;
#pragma unroll
    for (int c = 0; c < edge_y_columns; ++c) {
        const Around around = runs.around(place.band, column_number(place.lane, c));
        y.of[c] = around.above;
        last.of[c] = around.last;
    }
#pragma unroll
    for (int i = 0; i < rows; ++i) {
        walk(y, pixels.value(i), pixels.weights(i));
        pixels.put_value(i, y);
    }
#pragma unroll
    for (int i = rows - 1; i >= 0; --i) {
        if (i < rows - 1) walk(last, pixels.value(i), pixels.weights(i + 1));
        epilogue(last.of, place.x, max(top + i, 0), top + i >= 0 ? place.own : 0);
    }
}

// A number of which the compiler forgets what it has computed from it, so that it computes that
// again rather than keep it in registers.
__device__ __forceinline__ int forgotten(int number) {
    asm volatile("" : "+r"(number));
    return number;
}

// A strip of columns as its block sees it.
template <int rows>
struct Strip {
    ColumnPlace place;
    int block_bands;
    int pad;  // rows above the picture
    Runs runs;
    ColumnPixels<rows> pixels;

    __device__ __forceinline__ Strip(int strip, int width, int height, int tiles, float* shared) {
        const unsigned thread = threadIdx.x;
        const int lane = static_cast<int>(thread % row_lanes);
        const int x = strip * edge_strip + edge_y_columns * lane;
        place = {min(x, (width - 1) & ~(edge_y_columns - 1)), x < width,
                 static_cast<int>(thread / row_lanes), lane};
        block_bands = static_cast<int>(blockDim.x / row_lanes);
        pad = tiles * block_bands * rows - height;
        pixels.kept =
            reinterpret_cast<Chunk*>(shared) + thread / 32 * edge_y_kept_rows * 32 + thread % 32;
        runs = {reinterpret_cast<float4*>(shared + block_bands * edge_y_kept_rows * edge_strip),
                block_bands};
    }
    __device__ __forceinline__ int top(int tile) const {
        return (tile * block_bands + place.band) * rows - pad;
    }
    __device__ __forceinline__ void load(int tile, int own, const EdgeScanParameters& p) {
        Run run[edge_y_columns];
        load_columns(pixels, run, place, top(tile), tile == 0 && place.band == 0, own, p);
#pragma unroll
        for (int c = 0; c < edge_y_columns; ++c)
            runs.put(place.band, column_number(place.lane, c), run[c]);
    }
    // Calls visit(place) for the columns of whose runs this thread has a share.
    template <class Visit>
    __device__ __forceinline__ void join(const Visit& visit) const {
        const unsigned thread = threadIdx.x;
        const int first = static_cast<int>(thread / 32 * share_lanes);
        const int lane = static_cast<int>(thread % share_lanes);
#pragma unroll 1
        for (int column = first; column < edge_strip;
             column += static_cast<int>(blockDim.x / edge_y_shares))
            visit(JoiningPlace(runs, column + lane));
    }
};

// A block is a tile. The tiles of a strip wait for each other: they have consecutive numbers, and
// blocks start in the order of their numbers, so those that are waited for run or are the next to
// start, as long as the device holds all tiles of a strip at once.
template <int rows>
__device__ __forceinline__ void edge_along_y(const Launch& launch, const EdgeScanParameters& p,
                                             float* shared) {
    setup(frame_of(launch), launch.width);
    __syncthreads();
    const int tile = static_cast<int>(blockIdx.x);
    Strip<rows> strip(static_cast<int>(blockIdx.y), launch.width, launch.height, p.tiles, shared);
    const size_t group = static_cast<size_t>(blockIdx.z) * gridDim.y + blockIdx.y;
    const Board board = {
        reinterpret_cast<Published*>(launch.scratch) + group * p.tiles * (2 * edge_strip), p.tiles,
        launch.epoch};

    strip.load(tile, strip.place.own, p);
    __syncthreads();
    strip.join([&](const JoiningPlace& place) {
        const Run mine = share_run(strip.runs, place);
        const Shares whole(mine, place.share);
        if (place.share == 0) board.put(tile, place.column, whole.all);
        const Around around = around_tile(board, tile, place, whole.all);
        settle_tile(strip.runs, place, mine, whole, around);
    });
    __syncthreads();
    finish_columns(strip.pixels, strip.runs, strip.place, forgotten(strip.top(tile)));
    __syncthreads();
    finish(static_cast<int>(blockIdx.y * gridDim.x + blockIdx.x));
}

// A block is a whole strip, which waits for nobody: it looks at the pieces of the strip once from
// above, for where their walks forward begin, and once from below.
template <int rows>
__device__ __forceinline__ void edge_along_y_alone(const Launch& launch,
                                                   const EdgeScanParameters& p, float* shared) {
    __shared__ float edge[edge_strip];  // of what has been walked over
    setup(frame_of(launch), launch.width);
    Strip<rows> strip(static_cast<int>(blockIdx.x), launch.width, launch.height, p.tiles, shared);
    const size_t group = static_cast<size_t>(blockIdx.z) * gridDim.x + blockIdx.x;
    float* above = reinterpret_cast<float*>(launch.workspace) + group * p.tiles * edge_strip;
    if (threadIdx.x < edge_strip) edge[threadIdx.x] = 0.0f;
    __syncthreads();

    for (int piece = 0; piece < p.tiles; ++piece) {
        strip.load(piece, 0, p);
        __syncthreads();
        strip.join([&](const JoiningPlace& place) {
            const Run whole = Shares(share_run(strip.runs, place), place.share).all;
            if (place.share != 0) return;
            above[piece * edge_strip + place.column] = edge[place.column];
            edge[place.column] = passed(whole, edge[place.column]);
        });
        __syncthreads();
    }
    for (int piece = p.tiles - 1; piece >= 0; --piece) {
        strip.load(piece, strip.place.own, p);
        __syncthreads();
        strip.join([&](const JoiningPlace& place) {
            const Run mine = share_run(strip.runs, place);
            const Shares whole(mine, place.share);
            const Around around = {above[piece * edge_strip + place.column], edge[place.column]};
            __syncwarp();
            const float last = settle_tile(strip.runs, place, mine, whole, around);
            if (place.share == 0) edge[place.column] = last;
        });
        __syncthreads();
        finish_columns(strip.pixels, strip.runs, strip.place, forgotten(strip.top(piece)));
        __syncthreads();
    }
    finish(static_cast<int>(blockIdx.x));
}

}  // namespace tonelift::cuda
