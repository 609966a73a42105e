// SPDX-License-Identifier: BSD-2-Clause
//
// What a run of pixels of a column does to both walks of the edge-aware recursive filter: four
// numbers, and those of neighboring runs are joined. Threads of a block join the runs of a tile
// through shared memory, blocks those of the tiles of a strip through device memory.
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

// As 16 bytes of memory have it.
__device__ __forceinline__ float4 numbers_of(Run r) { return {r.carry, r.value, r.keep, r.back}; }
__device__ __forceinline__ Run run_of(float4 f) { return {f.x, f.y, f.z, f.w}; }

// Where the walks of a run begin, in the words of Run.
struct Around {
    float above;
    float last;
};

// Runs of a tile, one for each band and column, in shared memory. Once it is known what lies around
// a run, that stands in its place.
struct Runs {
    float4* numbers;
    int count;

    __device__ __forceinline__ float4& at(int run, int column) const {
        return numbers[run * edge_strip + column];
    }
    __device__ __forceinline__ Run get(int run, int column) const {
        return run_of(at(run, column));
    }
    __device__ __forceinline__ void put(int run, int column, const Run& r) const {
        at(run, column) = numbers_of(r);
    }
    __device__ __forceinline__ void put_around(int run, int column, const Around& around) const {
        reinterpret_cast<float2&>(at(run, column)) = {around.above, around.last};
    }
    __device__ __forceinline__ Around around(int run, int column) const {
        const float2 f = reinterpret_cast<const float2&>(at(run, column));
        return {f.x, f.y};
    }
};

// ---- Joining: the runs of a column of a tile are dealt out, in order, to some threads of a warp,
// each of which has a share of them.
constexpr int share_lanes = 32 / edge_y_shares;
constexpr int most_runs = edge_y_warp_runs * edge_y_warps / edge_y_shares;  // of a share

__device__ __forceinline__ Run of_other_lane(const Run& run, int apart) {
    const auto other = [&](float number) { return __shfl_xor_sync(0xffffffffu, number, apart); };
    return {other(run.carry), other(run.value), other(run.keep), other(run.back)};
}

// What all shares hold as one run, and what those before and behind this one do.
struct Shares {
    Run all;
    Run before = empty_run;
    Run behind = empty_run;

    __device__ __forceinline__ Shares(const Run& mine, int share) : all(mine) {
#pragma unroll
        for (int apart = 1; apart < edge_y_shares; apart *= 2) {
            Run first = of_other_lane(all, apart * share_lanes);
            if (share & apart) {
                Run earlier = first;
                extend(earlier, before);
                before = earlier;
                extend(first, all);
                all = first;
            } else {
                extend(behind, first);
                extend(all, first);
            }
        }
    }
};

// Where a thread stands in the joining.
struct JoiningPlace {
    int column;
    int share;
    int first;  // of the share's runs
    int count;

    __device__ __forceinline__ JoiningPlace(const Runs& runs, int column)
        : column(column),
          share(static_cast<int>(threadIdx.x % 32 / share_lanes)),
          count(static_cast<int>(static_cast<unsigned>(runs.count) / edge_y_shares)) {
        first = share * count;
    }
};

__device__ __forceinline__ Run share_run(const Runs& runs, const JoiningPlace& place) {
    Run whole = empty_run;
    Run run[most_runs];
#pragma unroll
    for (int j = 0; j < most_runs; ++j) {
        if (j < place.count) run[j] = runs.get(place.first + j, place.column);
    }
#pragma unroll
    for (int j = 0; j < most_runs; ++j) {
        if (j < place.count) extend(whole, run[j]);
    }
    return whole;
}

// From what lies around a share, what lies around each of its runs. Gives the pixel above them
// after both walks.
__device__ __forceinline__ float settle(const Runs& runs, const JoiningPlace& place,
                                        const Around& around) {
    Run run[most_runs];
    float above[most_runs];
    float y = around.above;
    float last = around.last;
#pragma unroll
    for (int j = 0; j < most_runs; ++j) {
        if (j < place.count) run[j] = runs.get(place.first + j, place.column);
    }
#pragma unroll
    for (int j = 0; j < most_runs; ++j) {
        above[j] = y;
        if (j < place.count) y = passed(run[j], y);
    }
#pragma unroll
    for (int j = most_runs - 1; j >= 0; --j) {
        if (j >= place.count) continue;
        runs.put_around(place.first + j, place.column, {above[j], last});
        last = passed_back(run[j], above[j], last);
    }
    return last;
}

// The same for a tile, by all its shares; the result is that of the first.
__device__ __forceinline__ float settle_tile(const Runs& runs, const JoiningPlace& place,
                                             const Run& mine, const Shares& tile,
                                             const Around& around) {
    const float above = passed(tile.before, around.above);
    const float y = passed(mine, above);
    // What is behind begins with the pixel below this share's last.
    return settle(runs, place, {above, passed_back(tile.behind, y, around.last)});
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
    Published* numbers;
    int tiles;
    unsigned mark;

    __device__ __forceinline__ Published* forward(int tile, int column) const {
        return numbers + 2 * tile * edge_strip + column;
    }
    __device__ __forceinline__ Published* back(int tile, int column) const {
        return forward(tile, column) + edge_strip;
    }
    __device__ __forceinline__ void put(int tile, int column, const Run& r) const {
        publish(forward(tile, column), {r.carry, r.value, 0.0f, mark});
        publish(back(tile, column), {r.keep, r.back, 0.0f, mark});
    }
};

// The numbers of a tile other than `tile`, once they are there.
__device__ __forceinline__ Run wait_for(const Board& board, int other, int tile, int column) {
    if (other >= board.tiles || other == tile) return empty_run;
    Published forward = look_at(board.forward(other, column));
    Published back = look_at(board.back(other, column));
    while (forward.mark != board.mark) forward = look_at(board.forward(other, column));
    while (back.mark != board.mark) back = look_at(board.back(other, column));
    return {forward.a, forward.b, back.a, back.b};
}

__device__ __forceinline__ Run of_share(const Run& run, int share) {
    const int lane = share * share_lanes + static_cast<int>(threadIdx.x % share_lanes);
    const auto its = [&](float number) { return __shfl_sync(0xffffffffu, number, lane); };
    return {its(run.carry), its(run.value), its(run.keep), its(run.back)};
}

// What lies around a tile that is `whole`. The threads of a column wait for a tile each, and all of
// them join these, always from the first tile to the last, so that the result is the same whoever
// came first.
__device__ __forceinline__ Around around_tile(const Board& board, int tile,
                                              const JoiningPlace& place, const Run& whole) {
    float above = 0.0f;
    Run below = empty_run;
#pragma unroll 1
    for (int first = 0; first < board.tiles; first += edge_y_shares) {
        const Run mine = wait_for(board, first + place.share, tile, place.column);
        __syncwarp();
#pragma unroll 4
        for (int j = 0; j < min(edge_y_shares, board.tiles - first); ++j) {
            const Run run = of_share(mine, j);
            if (first + j < tile) above = passed(run, above);
            if (first + j > tile) extend(below, run);
        }
    }
    const float y = passed(whole, above);
    // The last row of all is what the walk forward made of it.
    return {above, passed_back(below, y, passed(below, y))};
}

}  // namespace tonelift::cuda
