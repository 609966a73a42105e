// SPDX-License-Identifier: BSD-2-Clause
//
// Splits the edge-aware recursive filter along columns into parts that run in parallel.
#pragma once

#include "kernels/scan/edge.cuh"

namespace tonelift::cuda {

// The forward and the backward recurrence over adjacent pixels of a column, as linear functions of
// the values at both ends. apply_forward() and apply_backward() evaluate these functions.
struct Aggregate {
    float product;
    float forward;
    float cross;
    float backward;
};
constexpr Aggregate identity_aggregate = {1.0f, 0.0f, 0.0f, 0.0f};

__device__ __forceinline__ void append(Aggregate& run, float value, float weight) {
    const float product = run.product * weight;
    const float difference = run.product - product;
    run.backward = fmaf(difference, run.forward, run.backward);
    run.cross = fmaf(difference, run.product, run.cross);
    run.forward = lerp(value, run.forward, weight);
    run.product = product;
}

// Appends the recurrences over the pixels below `run`. The operation is associative, but not
// commutative.
__device__ __forceinline__ void append(Aggregate& run, const Aggregate& next) {
    const float between = fmaf(next.cross, run.forward, next.backward);
    run.backward = fmaf(run.product, between, run.backward);
    run.cross = fmaf(run.product * run.product, next.cross, run.cross);
    run.forward = fmaf(next.product, run.forward, next.forward);
    run.product *= next.product;
}

__device__ __forceinline__ float apply_forward(const Aggregate& run, float above) {
    return fmaf(run.product, above, run.forward);
}

__device__ __forceinline__ float apply_backward(const Aggregate& run, float above, float last) {
    return fmaf(run.product, last, fmaf(run.cross, above, run.backward));
}

__device__ __forceinline__ float4 packed(Aggregate r) {
    return {r.product, r.forward, r.cross, r.backward};
}
__device__ __forceinline__ Aggregate unpacked(float4 f) { return {f.x, f.y, f.z, f.w}; }

struct CarryIn {
    float above;
    float last;
};

struct BandAggregates {
    float4* numbers;
    int count;

    __device__ __forceinline__ float4& at(int band, int column) const {
        return numbers[band * edge_panel + column];
    }
    __device__ __forceinline__ Aggregate get(int band, int column) const {
        return unpacked(at(band, column));
    }
    __device__ __forceinline__ void put(int band, int column, const Aggregate& r) const {
        at(band, column) = packed(r);
    }
    __device__ __forceinline__ void put_carry_in(int band, int column, const CarryIn& carry) const {
        reinterpret_cast<float2&>(at(band, column)) = {carry.above, carry.last};
    }
    __device__ __forceinline__ CarryIn carry_in(int band, int column) const {
        const float2 f = reinterpret_cast<const float2&>(at(band, column));
        return {f.x, f.y};
    }
};

constexpr int part_lanes = 32 / edge_y_parts;
constexpr int most_part_bands = edge_y_warp_bands * edge_y_warps / edge_y_parts;

__device__ __forceinline__ Aggregate shuffle_xor(const Aggregate& run, int apart) {
    const auto other = [&](float number) { return __shfl_xor_sync(0xffffffffu, number, apart); };
    return {other(run.product), other(run.forward), other(run.cross), other(run.backward)};
}

struct ColumnScan {
    Aggregate total;
    Aggregate prefix = identity_aggregate;
    Aggregate suffix = identity_aggregate;

    __device__ __forceinline__ ColumnScan(const Aggregate& mine, int part) : total(mine) {
#pragma unroll
        for (int apart = 1; apart < edge_y_parts; apart *= 2) {
            Aggregate first = shuffle_xor(total, apart * part_lanes);
            if (part & apart) {
                Aggregate earlier = first;
                append(earlier, prefix);
                prefix = earlier;
                append(first, total);
                total = first;
            } else {
                append(suffix, first);
                append(total, first);
            }
        }
    }
};

struct ScanPlace {
    int column;
    int part;
    int first;
    int count;

    __device__ __forceinline__ ScanPlace(const BandAggregates& bands, int column)
        : column(column),
          part(static_cast<int>(threadIdx.x % 32 / part_lanes)),
          count(static_cast<int>(static_cast<unsigned>(bands.count) / edge_y_parts)) {
        first = part * count;
    }
};

__device__ __forceinline__ Aggregate part_aggregate(const BandAggregates& bands,
                                                    const ScanPlace& place) {
    Aggregate whole = identity_aggregate;
    Aggregate run[most_part_bands];
#pragma unroll
    for (int j = 0; j < most_part_bands; ++j) {
        if (j < place.count) run[j] = bands.get(place.first + j, place.column);
    }
#pragma unroll
    for (int j = 0; j < most_part_bands; ++j) {
        if (j < place.count) append(whole, run[j]);
    }
    return whole;
}

__device__ __forceinline__ float distribute(const BandAggregates& bands, const ScanPlace& place,
                                            const CarryIn& carry) {
    Aggregate run[most_part_bands];
    float above[most_part_bands];
    float y = carry.above;
    float last = carry.last;
#pragma unroll
    for (int j = 0; j < most_part_bands; ++j) {
        if (j < place.count) run[j] = bands.get(place.first + j, place.column);
    }
#pragma unroll
    for (int j = 0; j < most_part_bands; ++j) {
        above[j] = y;
        if (j < place.count) y = apply_forward(run[j], y);
    }
#pragma unroll
    for (int j = most_part_bands - 1; j >= 0; --j) {
        if (j >= place.count) continue;
        bands.put_carry_in(place.first + j, place.column, {above[j], last});
        last = apply_backward(run[j], above[j], last);
    }
    return last;
}

__device__ __forceinline__ float distribute_in_tile(const BandAggregates& bands,
                                                    const ScanPlace& place, const Aggregate& mine,
                                                    const ColumnScan& tile, const CarryIn& carry) {
    const float above = apply_forward(tile.prefix, carry.above);
    const float y = apply_forward(mine, above);
    return distribute(bands, place, {above, apply_backward(tile.suffix, y, carry.last)});
}

// Two of the four coefficients of a tile, and the epoch of the launch that stored them. The GPU
// reads and writes all 16 bytes of this struct at once. A current `epoch` therefore proves that the
// coefficients are current too.
struct TileWord {
    float a, b, unused;
    unsigned epoch;
};

__device__ __forceinline__ void store_relaxed(TileWord* to, const TileWord& p) {
    asm volatile("st.relaxed.gpu.global.v4.b32 [%0], {%1, %2, %3, %4};" ::"l"(to), "f"(p.a),
                 "f"(p.b), "f"(p.unused), "r"(p.epoch)
                 : "memory");
}
__device__ __forceinline__ TileWord load_relaxed(const TileWord* from) {
    TileWord p;
    asm volatile("ld.relaxed.gpu.global.v4.b32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(p.a), "=f"(p.b), "=f"(p.unused), "=r"(p.epoch)
                 : "l"(from)
                 : "memory");
    return p;
}

struct TileStates {
    TileWord* words;
    int tiles;
    unsigned epoch;

    __device__ __forceinline__ TileWord* forward(int tile, int column) const {
        return words + 2 * tile * edge_panel + column;
    }
    __device__ __forceinline__ TileWord* backward(int tile, int column) const {
        return forward(tile, column) + edge_panel;
    }
    __device__ __forceinline__ void put(int tile, int column, const Aggregate& r) const {
        store_relaxed(forward(tile, column), {r.product, r.forward, 0.0f, epoch});
        store_relaxed(backward(tile, column), {r.cross, r.backward, 0.0f, epoch});
    }
};

// Waits until the block of tile `other` has published the coefficients of `column`, and returns
// them.
__device__ __forceinline__ Aggregate wait_for_aggregate(const TileStates& states, int other,
                                                        int tile, int column) {
    if (other >= states.tiles || other == tile) return identity_aggregate;
    TileWord forward = load_relaxed(states.forward(other, column));
    TileWord backward = load_relaxed(states.backward(other, column));
    while (forward.epoch != states.epoch) forward = load_relaxed(states.forward(other, column));
    while (backward.epoch != states.epoch) backward = load_relaxed(states.backward(other, column));
    return {forward.a, forward.b, backward.a, backward.b};
}

__device__ __forceinline__ Aggregate shuffle_from_part(const Aggregate& run, int part) {
    const int lane = part * part_lanes + static_cast<int>(threadIdx.x % part_lanes);
    const auto its = [&](float number) { return __shfl_sync(0xffffffffu, number, lane); };
    return {its(run.product), its(run.forward), its(run.cross), its(run.backward)};
}

// Returns the values at both ends of a tile. The coefficients of the other tiles are combined in a
// fixed order, so the result does not depend on timing.
__device__ __forceinline__ CarryIn tile_carry_in(const TileStates& states, int tile,
                                                 const ScanPlace& place, const Aggregate& whole) {
    float above = 0.0f;
    Aggregate below = identity_aggregate;
#pragma unroll 1
    for (int first = 0; first < states.tiles; first += edge_y_parts) {
        const Aggregate mine = wait_for_aggregate(states, first + place.part, tile, place.column);
        __syncwarp();
#pragma unroll 4
        for (int j = 0; j < min(edge_y_parts, states.tiles - first); ++j) {
            const Aggregate run = shuffle_from_part(mine, j);
            if (first + j < tile) above = apply_forward(run, above);
            if (first + j > tile) append(below, run);
        }
    }
    const float y = apply_forward(whole, above);
    // `y` is the forward result of the tile's last row, and apply_forward(below, y) is the forward
    // result of the picture's last row. No row is below the picture's last row, so its forward
    // result is also its final result.
    return {above, apply_backward(below, y, apply_forward(below, y))};
}

}  // namespace tonelift::cuda
