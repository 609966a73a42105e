// SPDX-License-Identifier: BSD-2-Clause
//
// The edge-aware recursive filter along columns. A warp is a row of 64 columns, 2 a lane; a thread
// holds some rows of them in registers. Both walks are linear in what comes in from above and from
// below, so four numbers say what a run of rows does to them; those of the warps of a tile, and
// then of the tiles of a strip, are enough for every warp to know where its walks begin. Tiles of a
// strip tell each other their numbers once, through device memory.
#pragma once

#include "kernels/scan/edge.cuh"

namespace tonelift::cuda {

// A run of pixels of one column. With `above` the pixel above it after the walk forward, and `last`
// its last pixel after both walks:
//   its last pixel after the walk forward:  value + carry * above
//   the pixel above it after both walks:    back + keep * above + carry * last
struct Run {
    float carry;  // the product of the weights
    float value;
    float keep;
    float back;
};
constexpr Run empty_run = {1.0f, 0.0f, 0.0f, 0.0f};

// One more pixel at the end of a run.
__device__ __forceinline__ void extend(Run& run, float value, float weight) {
    const float carry = run.carry * weight;
    const float share = run.carry - carry;
    run.back = fmaf(share, run.value, run.back);
    run.keep = fmaf(share, run.carry, run.keep);
    run.value = drawn(value, run.value, weight);
    run.carry = carry;
}

// One more run at the end of a run.
__device__ __forceinline__ void extend(Run& run, const Run& next) {
    const float between = fmaf(next.keep, run.value, next.back);
    run.back = fmaf(run.carry, between, run.back);
    run.keep = fmaf(run.carry * run.carry, next.keep, run.keep);
    run.value = fmaf(next.carry, run.value, next.value);
    run.carry *= next.carry;
}

// The walk forward, from the pixel above a run to its last.
__device__ __forceinline__ float passed(const Run& run, float above) {
    return fmaf(run.carry, above, run.value);
}

// The walk back, from the last pixel of a run to the one above it.
__device__ __forceinline__ float passed_back(const Run& run, float above, float last) {
    return fmaf(run.carry, last, fmaf(run.keep, above, run.back));
}

// Where the walks of a run begin, in the words of Run.
struct Around {
    float above;
    float last;
};

// Runs of columns in shared memory; the even columns of a strip come first, so that lanes touch
// neighboring numbers. Once it is known what lies around a run, that stands in its place.
struct Runs {
    float4* numbers;
    int count;

    __device__ __forceinline__ float4& at(int run, int column) const {
        return numbers[run * edge_strip + column];
    }
    __device__ __forceinline__ Run get(int run, int column) const {
        const float4 f = at(run, column);
        return {f.x, f.y, f.z, f.w};
    }
    __device__ __forceinline__ void put(int run, int column, const Run& r) const {
        at(run, column) = {r.carry, r.value, r.keep, r.back};
    }
    __device__ __forceinline__ void put_above(int run, int column, float above) const {
        at(run, column).y = above;
    }
    __device__ __forceinline__ void put_last(int run, int column, float last) const {
        at(run, column).x = last;
    }
    __device__ __forceinline__ Around around(int run, int column) const {
        return {at(run, column).y, at(run, column).x};
    }
};

// Rows of a strip that a warp filters: values in registers, the weights of the links to the pixels
// above in shared memory, which holds more and is read in order.
template <int rows>
struct ColumnPixels {
    float value[rows][2];
    float2* weights;  // of this lane, a warp's lanes side by side

    __device__ __forceinline__ float2& weight(int row) { return weights[row * 32]; }
};

struct ColumnPlace {
    int x;    // of the lane's chunk, on the grid
    int own;  // 0 where the lane's columns lie beyond the width
    int warp;
    int lane;
};

// Loads a thread's rows from `top` on, and says what they do. Above the picture lie repetitions of
// row 0, which leave row 0 as it is.
template <int rows>
__device__ __forceinline__ void load_columns(ColumnPixels<rows>& pixels, Run (&run)[2],
                                             const ColumnPlace& place, int top, bool first, int own,
                                             const EdgeScanParameters& p) {
    run[0] = run[1] = empty_run;
    // No branch: it would wait for the first row before the others are asked for.
    const float most = first ? 0.0f : 1.0f;
    float before[2];
    float unused[2];
    prologue(unused, before, place.x, max(top - 1, 0), 0);
#pragma unroll
    for (int i = 0; i < rows; ++i) {
        float guide[2];
        float weight[2];
        const int y = top + i;
        prologue(pixels.value[i], guide, place.x, max(y, 0), y >= 0 ? own : 0);
#pragma unroll
        for (int c = 0; c < 2; ++c) {
            weight[c] = link_weight(p, guide[c] - before[c]);
            before[c] = guide[c];
            if (i == 0) weight[c] = fminf(weight[c], most);
            extend(run[c], pixels.value[i][c], weight[c]);
        }
        pixels.weight(i) = {weight[0], weight[1]};
    }
}

// Runs are read by fours, so that they are on their way together. The warps of a block are a
// multiple of four.
constexpr int together = edge_runs_together;
__device__ __forceinline__ void read_runs(Run (&r)[together], const Runs& runs, int first,
                                          int column) {
#pragma unroll
    for (int j = 0; j < together; ++j) r[j] = runs.get(first + j, column);
}

// From what lies around a tile, what lies around each of its warps. Gives the pixel above the tile
// after both walks. By one thread a column.
__device__ __forceinline__ float settle(const Runs& warps, int column, const Around& around) {
    Run r[together];
    float above = around.above;
#pragma unroll 1
    for (int k = 0; k < warps.count; k += together) {
        read_runs(r, warps, k, column);
#pragma unroll
        for (int j = 0; j < together; ++j) {
            warps.put_above(k + j, column, above);
            above = passed(r[j], above);
        }
    }
    float last = around.last;
#pragma unroll 1
    for (int k = warps.count - together; k >= 0; k -= together) {
        read_runs(r, warps, k, column);  // value: what lies above
#pragma unroll
        for (int j = together - 1; j >= 0; --j) {
            warps.put_last(k + j, column, last);
            last = passed_back(r[j], r[j].value, last);
        }
    }
    return last;
}

// Both walks, and the pass's epilogue.
template <int rows>
__device__ __forceinline__ void finish_columns(ColumnPixels<rows>& pixels, const Runs& warps,
                                               const ColumnPlace& place, int top) {
    float y[2];
    float last[2];
#pragma unroll
    for (int c = 0; c < 2; ++c) {
        const Around around = warps.around(place.warp, 32 * c + place.lane);
        y[c] = around.above;
        last[c] = around.last;
    }
#pragma unroll
    for (int i = 0; i < rows; ++i) {
        const float2 w = pixels.weight(i);
        y[0] = pixels.value[i][0] = drawn(pixels.value[i][0], y[0], w.x);
        y[1] = pixels.value[i][1] = drawn(pixels.value[i][1], y[1], w.y);
    }
#pragma unroll
    for (int i = rows - 1; i >= 0; --i) {
        if (i < rows - 1) {
            const float2 w = pixels.weight(i + 1);
            last[0] = drawn(pixels.value[i][0], last[0], w.x);
            last[1] = drawn(pixels.value[i][1], last[1], w.y);
        }
        epilogue(last, place.x, max(top + i, 0), top + i >= 0 ? place.own : 0);
    }
}

// Numbers of a tile in device memory, 16 bytes at once, which are never seen half written. The mark
// says that they are of this launch.
struct Published {
    float a, b, unused;
    unsigned mark;
};

__device__ __forceinline__ void publish(Published* to, const Published& p) {
    asm volatile("st.relaxed.gpu.global.v4.b32 [%0], {%1, %2, %3, %4};" ::"l"(to), "f"(p.a),
                 "f"(p.b), "f"(p.unused), "r"(p.mark)
                 : "memory");
}
__device__ __forceinline__ Published look_at(const Published* from) {
    Published p;
    asm volatile("ld.relaxed.gpu.global.v4.b32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(p.a), "=f"(p.b), "=f"(p.unused), "=r"(p.mark)
                 : "l"(from)
                 : "memory");
    return p;
}

// The tiles of one strip of one frame in device memory.
struct Board {
    Published* first;
    unsigned mark;

    __device__ __forceinline__ Published* of(int tile, int half, int column) const {
        return first + (2 * tile + half) * edge_strip + column;
    }
    __device__ __forceinline__ void put(int tile, int column, const Run& r) const {
        publish(of(tile, 0, column), {r.carry, r.value, 0.0f, mark});
        publish(of(tile, 1, column), {r.keep, r.back, 0.0f, mark});
    }
};

__device__ __forceinline__ Published wait_for(const Published* from, unsigned mark) {
    Published p;
    do {
        p = look_at(from);
    } while (p.mark != mark);
    return p;
}

// Brings what the tiles of a strip published to shared memory, all threads of the block together;
// what lies above `tile` matters to the walk forward only.
__device__ __forceinline__ void gather(const Board& board, const Runs& tiles, int tile, int column,
                                       int first, int step) {
    const Published* from = board.of(first, 0, column);
#pragma unroll 1
    for (int t = first; t < tiles.count; t += step) {
        const Published a = wait_for(from, board.mark);
        Published b = {};
        if (t > tile) b = wait_for(from + edge_strip, board.mark);
        tiles.put(t, column, {a.a, a.b, b.a, b.b});
        from += 2 * edge_strip * step;
    }
}

__device__ __forceinline__ Run joined(const Runs& warps, int column) {
    Run run = empty_run;
    Run r[together];
#pragma unroll 1
    for (int k = 0; k < warps.count; k += together) {
        read_runs(r, warps, k, column);
#pragma unroll
        for (int j = 0; j < together; ++j) extend(run, r[j]);
    }
    return run;
}

// Always from the first tile to the last, so that the result is the same whoever came first.
__device__ __forceinline__ Around around_tile(const Runs& tiles, int tile, int column) {
    Around around = {0.0f, 0.0f};
#pragma unroll 4
    for (int t = 0; t < tile; ++t) around.above = passed(tiles.get(t, column), around.above);
    Run below = empty_run;
#pragma unroll 4
    for (int t = tile + 1; t < tiles.count; ++t) extend(below, tiles.get(t, column));
    const float y = passed(tiles.get(tile, column), around.above);
    // The last row of all is what the walk forward made of it.
    around.last = passed_back(below, y, passed(below, y));
    return around;
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
    int column;   // of the strip, that this thread speaks for in what is done once a column
    bool speaks;  // one thread a column does
    int warps;
    int pad;  // rows above the picture
    ColumnPixels<rows> pixels;

    __device__ __forceinline__ Strip(int strip, int width, int height, int tiles, float* shared) {
        const unsigned thread = threadIdx.x;
        const int lane = static_cast<int>(thread % 32);
        const int x = strip * edge_strip + 2 * lane;
        place = {min(x, (width - 1) & ~1), x < width, static_cast<int>(thread / 32), lane};
        column = static_cast<int>(thread % edge_strip);
        speaks = thread < edge_strip;
        warps = static_cast<int>(blockDim.x / 32);
        pad = tiles * warps * rows - height;
        pixels.weights = reinterpret_cast<float2*>(shared) + place.warp * rows * 32 + lane;
    }
    // What stands in shared memory behind the weights.
    __device__ __forceinline__ float4* behind(float* shared) const {
        return reinterpret_cast<float4*>(shared + warps * rows * edge_strip);
    }
    __device__ __forceinline__ int top(int tile) const {
        return (tile * warps + place.warp) * rows - pad;
    }
    __device__ __forceinline__ void load(const Runs& runs, int tile, int own,
                                         const EdgeScanParameters& p) {
        Run run[2];
        load_columns(pixels, run, place, top(tile), tile == 0 && place.warp == 0, own, p);
#pragma unroll
        for (int c = 0; c < 2; ++c) runs.put(place.warp, 32 * c + place.lane, run[c]);
        __syncthreads();
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
    const int column = strip.column;
    const Runs warps = {strip.behind(shared), strip.warps};
    const Runs tiles = {warps.numbers + edge_strip * warps.count, p.tiles};
    const size_t group = static_cast<size_t>(blockIdx.z) * gridDim.y + blockIdx.y;
    const Board board = {
        reinterpret_cast<Published*>(launch.scratch) + group * p.tiles * (2 * edge_strip),
        launch.epoch};

    strip.load(warps, tile, strip.place.own, p);
    if (strip.speaks) board.put(tile, column, joined(warps, column));
    gather(board, tiles, tile, column, strip.place.warp / 2, strip.warps / 2);
    __syncthreads();
    if (strip.speaks) settle(warps, column, around_tile(tiles, tile, column));
    __syncthreads();
    finish_columns(strip.pixels, warps, strip.place, forgotten(strip.top(tile)));
    __syncthreads();
    finish(static_cast<int>(blockIdx.y * gridDim.x + blockIdx.x));
}

// A block is a whole strip, which waits for nobody: it looks at the pieces of the strip once from
// above, for where their walks forward begin, and once from below.
template <int rows>
__device__ __forceinline__ void edge_along_y_alone(const Launch& launch,
                                                   const EdgeScanParameters& p, float* shared) {
    setup(frame_of(launch), launch.width);
    __syncthreads();
    Strip<rows> strip(static_cast<int>(blockIdx.x), launch.width, launch.height, p.tiles, shared);
    const int column = strip.column;
    const Runs warps = {strip.behind(shared), strip.warps};
    const size_t group = static_cast<size_t>(blockIdx.z) * gridDim.x + blockIdx.x;
    float* above = reinterpret_cast<float*>(launch.workspace) + group * p.tiles * edge_strip;

    float y = 0.0f;
    for (int piece = 0; piece < p.tiles; ++piece) {
        strip.load(warps, piece, 0, p);
        if (strip.speaks) {
            above[piece * edge_strip + column] = y;
            y = passed(joined(warps, column), y);
        }
        __syncthreads();
    }
    float last = y;
    for (int piece = p.tiles - 1; piece >= 0; --piece) {
        strip.load(warps, piece, strip.place.own, p);
        if (strip.speaks) last = settle(warps, column, {above[piece * edge_strip + column], last});
        __syncthreads();
        finish_columns(strip.pixels, warps, strip.place, forgotten(strip.top(piece)));
        __syncthreads();
    }
    finish(static_cast<int>(blockIdx.x));
}

}  // namespace tonelift::cuda
