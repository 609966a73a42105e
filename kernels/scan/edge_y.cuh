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

// Numbers of runs of columns in shared memory; the even columns of a strip come first, so that
// lanes touch neighboring numbers. Once the walks of a run are known, where they begin stands in
// place of two of its numbers.
struct Runs {
    float4* four;
    float* through;
    int count;

    __device__ __forceinline__ Runs(float* shared, int runs)
        : four(reinterpret_cast<float4*>(shared)),
          through(shared + 4 * edge_strip * runs),
          count(runs) {}
    __device__ __forceinline__ float* end() const { return through + edge_strip * count; }
    __device__ __forceinline__ Run get(int run, int column) const {
        const float4 f = four[run * edge_strip + column];
        return {f.x, f.y, f.z, f.w, through[run * edge_strip + column]};
    }
    __device__ __forceinline__ void put(int run, int column, const Run& r) const {
        four[run * edge_strip + column] = {r.link, r.product, r.value, r.back};
        through[run * edge_strip + column] = r.through;
    }
    __device__ __forceinline__ float& above(int run, int column) const {
        return four[run * edge_strip + column].z;
    }
    __device__ __forceinline__ float& last(int run, int column) const {
        return four[run * edge_strip + column].w;
    }
};

// The walk forward, from the pixel before a run to its last.
__device__ __forceinline__ float passed(const Run& run, float above) {
    return fmaf(run.link * run.product, above, run.value);
}

// What lies around a run: the pixel above it after the walk forward; of the pixel below it, what
// it is after both walks, and the link to it.
struct Around {
    float above;
    float below;
    float link_below;
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

// One more pixel at the end of a run.
__device__ __forceinline__ void extend(Run& run, float value, float weight) {
    const float product = run.product * weight;
    const float share = run.product - product;
    run.back = fmaf(share, run.value, run.back);
    run.through = fmaf(share, run.product, run.through);
    run.value = drawn(value, run.value, weight);
    run.product = product;
}

// Loads a thread's rows from `top` on, and says what they do. Above the picture lie repetitions of
// row 0, which leave row 0 as it is.
template <int rows>
__device__ __forceinline__ void load_columns(ColumnPixels<rows>& pixels, Run (&run)[2],
                                             const ColumnPlace& place, int top, bool first, int own,
                                             const EdgeScanParameters& p) {
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
            if (i > 0) {
                extend(run[c], pixels.value[i][c], weight[c]);
            } else {
                weight[c] = first ? 0.0f : weight[c];
                run[c] = {weight[c], 1.0f, drawn(pixels.value[0][c], 0.0f, weight[c]), 0.0f, 0.0f};
            }
        }
        pixels.weight(i) = {weight[0], weight[1]};
    }
#pragma unroll
    for (int c = 0; c < 2; ++c) run[c].through *= run[c].link;
}

// Runs are read by fours, so that they are on their way together. The warps of a block are a
// multiple of four.
constexpr int together = edge_runs_together;
__device__ __forceinline__ void read_runs(Run (&r)[together], const Runs& runs, int first,
                                          int column) {
#pragma unroll
    for (int j = 0; j < together; ++j) r[j] = runs.get(first + j, column);
}

// From what lies around a tile, where the walks of each of its warps begin. Gives the tile's first
// pixel after both walks. By one thread a column.
__device__ __forceinline__ float settle(const Runs& warps, int column, const Around& around) {
    Run r[together];
    float y = around.above;
#pragma unroll 1
    for (int k = 0; k < warps.count; k += together) {
        read_runs(r, warps, k, column);
#pragma unroll
        for (int j = 0; j < together; ++j) {
            warps.above(k + j, column) = y;
            y = passed(r[j], y);
        }
    }
    float below = around.below;
    float link_below = around.link_below;
#pragma unroll 1
    for (int k = warps.count - together; k >= 0; k -= together) {
        read_runs(r, warps, k, column);  // value: what lies above
#pragma unroll
        for (int j = together - 1; j >= 0; --j) {
            const float last = drawn(y, below, link_below);
            below = fmaf(r[j].product, last, fmaf(r[j].through, r[j].value, r[j].back));
            warps.last(k + j, column) = last;
            link_below = r[j].link;
            y = r[j].value;
        }
    }
    return below;
}

// Both walks, and the pass's epilogue.
template <int rows>
__device__ __forceinline__ void finish_columns(ColumnPixels<rows>& pixels, const Runs& warps,
                                               const ColumnPlace& place, int top) {
    float y[2];
    float last[2];
#pragma unroll
    for (int c = 0; c < 2; ++c) {
        y[c] = warps.above(place.warp, 32 * c + place.lane);
        last[c] = warps.last(place.warp, 32 * c + place.lane);
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
    unsigned mark;

    __device__ __forceinline__ Published* of(int tile, int half, int column) const {
        return first + (2 * tile + half) * edge_strip + column;
    }
    __device__ __forceinline__ void put(int tile, int column, const Run& r) const {
        publish(of(tile, 0, column), {r.link, r.product, r.value, mark});
        publish(of(tile, 1, column), {r.back, r.through, 0.0f, mark});
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
    int at = first * edge_strip + column;
#pragma unroll 1
    for (int t = first; t < tiles.count; t += step) {
        const Published a = wait_for(from, board.mark);
        float back = 0.0f;
        if (t > tile) {
            const Published b = wait_for(from + edge_strip, board.mark);
            back = b.a;
            tiles.through[at] = b.b;
        }
        tiles.four[at] = {a.a, a.b, a.c, back};
        from += 2 * edge_strip * step;
        at += edge_strip * step;
    }
}

__device__ __forceinline__ Run joined_warps(const Runs& warps, int column) {
    Run r[together];
    read_runs(r, warps, 0, column);
    Run run = r[0];
#pragma unroll
    for (int j = 1; j < together; ++j) run = joined(run, r[j]);
#pragma unroll 1
    for (int k = together; k < warps.count; k += together) {
        read_runs(r, warps, k, column);
#pragma unroll
        for (int j = 0; j < together; ++j) run = joined(run, r[j]);
    }
    return run;
}

// Always from the first tile to the last, so that the result is the same whoever came first.
__device__ __forceinline__ Around around_tile(const Runs& tiles, int tile, int column) {
    Around around = {0.0f, 0.0f, 0.0f};
#pragma unroll 4
    for (int t = 0; t < tile; ++t) around.above = passed(tiles.get(t, column), around.above);
    if (tile + 1 == tiles.count) return around;
    // below = base + slope * the last pixel so far after both walks; y: after the walk forward
    float y = passed(tiles.get(tile, column), around.above);
    Run run = tiles.get(tile + 1, column);
    around.link_below = run.link;
    float base = fmaf(run.through, y, run.back);
    float slope = run.product;
    y = passed(run, y);
#pragma unroll 4
    for (int t = tile + 2; t < tiles.count; ++t) {
        run = tiles.get(t, column);
        const float first = fmaf(run.through, y, run.back);
        base = fmaf(slope, drawn(y, first, run.link), base);
        slope *= run.link * run.product;
        y = passed(run, y);
    }
    around.below = fmaf(slope, y, base);
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
    __device__ __forceinline__ float* behind(float* shared) const {
        return shared + warps * rows * edge_strip;
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
    const Runs warps(strip.behind(shared), strip.warps);
    const Runs tiles(warps.end(), p.tiles);
    const size_t group = static_cast<size_t>(blockIdx.z) * gridDim.y + blockIdx.y;
    const Board board = {
        reinterpret_cast<Published*>(launch.scratch) + group * p.tiles * (2 * edge_strip),
        launch.epoch};

    strip.load(warps, tile, strip.place.own, p);
    if (strip.speaks) board.put(tile, column, joined_warps(warps, column));
    gather(board, tiles, tile, column, strip.place.warp / 2, strip.warps / 2);
    __syncthreads();
    if (strip.speaks) settle(warps, column, around_tile(tiles, tile, column));
    __syncthreads();
    finish_columns(strip.pixels, warps, strip.place, forgotten(strip.top(tile)));
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
    const Runs warps(strip.behind(shared), strip.warps);
    const size_t group = static_cast<size_t>(blockIdx.z) * gridDim.x + blockIdx.x;
    float* above = reinterpret_cast<float*>(launch.scratch) + group * p.tiles * edge_strip;

    float y = 0.0f;
    for (int piece = 0; piece < p.tiles; ++piece) {
        strip.load(warps, piece, 0, p);
        if (strip.speaks) {
            above[piece * edge_strip + column] = y;
            y = passed(joined_warps(warps, column), y);
        }
        __syncthreads();
    }
    Around around = {0.0f, 0.0f, 0.0f};
    for (int piece = p.tiles - 1; piece >= 0; --piece) {
        strip.load(warps, piece, strip.place.own, p);
        if (strip.speaks) {
            around.above = above[piece * edge_strip + column];
            around.below = settle(warps, column, around);
            around.link_below = warps.get(0, column).link;
        }
        __syncthreads();
        finish_columns(strip.pixels, warps, strip.place, forgotten(strip.top(piece)));
        __syncthreads();
    }
    finish(static_cast<int>(blockIdx.x));
}

}  // namespace tonelift::cuda
