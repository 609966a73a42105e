// SPDX-License-Identifier: BSD-2-Clause
//
// The edge-aware recursive filter along columns. A block filters a tile of rows.
#pragma once

#include "kernels/scan/edge_aggregate.cuh"

namespace tonelift::cuda {

constexpr int row_lanes = edge_panel / edge_y_columns;
constexpr int bands = 32 / row_lanes;

// Returns the index of column c of a lane. For the same c, adjacent lanes have adjacent indices,
// which avoids conflicts between banks of shared memory.
__device__ __forceinline__ int column_number(int lane, int c) { return row_lanes * c + lane; }

struct alignas(4 * edge_y_columns) LaneRow {
    float of[edge_y_columns];
};

template <int rows>
struct ColumnPixels {
    static constexpr int held = edge_y_held_rows;
    LaneRow values[held];
    LaneRow* kept;  // weights of all rows, then the values that are not in registers

    __device__ __forceinline__ LaneRow& weights(int row) const { return kept[row * 32]; }
    __device__ __forceinline__ LaneRow value(int row) const {
        return row < held ? values[row] : kept[(rows + row - held) * 32];
    }
    __device__ __forceinline__ void put_value(int row, const LaneRow& value) {
        if (row < held) {
            values[row] = value;
        } else {
            kept[(rows + row - held) * 32] = value;
        }
    }
};

struct ColumnPlace {
    int x;
    int own;
    int band;
    int lane;
};

template <int rows>
__device__ __forceinline__ void load_columns(ColumnPixels<rows>& pixels,
                                             Aggregate (&aggregate)[edge_y_columns],
                                             const ColumnPlace& place, int top, bool first, int own,
                                             const EdgeScanParameters& p) {
    // Upper limit of the weights of the thread's first row: 0 at the top of the picture, else 1.
    // With a branch instead of a limit, the loads of the other rows would wait for the load of the
    // first row.
    const float most = first ? 0.0f : 1.0f;
    float before[edge_y_columns];
    float unused[edge_y_columns];
    prologue(unused, before, place.x, max(top - 1, 0), 0);
#pragma unroll
    for (int c = 0; c < edge_y_columns; ++c) aggregate[c] = identity_aggregate;
#pragma unroll
    for (int i = 0; i < rows; ++i) {
        LaneRow value;
        LaneRow weight;
        float guide[edge_y_columns];
        const int y = top + i;
        prologue(value.of, guide, place.x, max(y, 0), y >= 0 ? own : 0);
#pragma unroll
        for (int c = 0; c < edge_y_columns; ++c) {
            float& w = weight.of[c];
            w = link_weight(p, guide[c] - before[c]);
            before[c] = guide[c];
            if (i == 0) w = fminf(w, most);
            append(aggregate[c], value.of[c], w);
        }
        pixels.weights(i) = weight;
        pixels.put_value(i, value);
    }
}

__device__ __forceinline__ void step(LaneRow& before, const LaneRow& value, const LaneRow& weight) {
#pragma unroll
    for (int c = 0; c < edge_y_columns; ++c)
        before.of[c] = lerp(value.of[c], before.of[c], weight.of[c]);
}

template <int rows>
__device__ __forceinline__ void finish_columns(ColumnPixels<rows>& pixels,
                                               const BandAggregates& bands,
                                               const ColumnPlace& place, int top) {
    LaneRow y;
    LaneRow last;
#pragma unroll
    for (int c = 0; c < edge_y_columns; ++c) {
        const CarryIn carry = bands.carry_in(place.band, column_number(place.lane, c));
        y.of[c] = carry.above;
        last.of[c] = carry.last;
    }
#pragma unroll
    for (int i = 0; i < rows; ++i) {
        step(y, pixels.value(i), pixels.weights(i));
        pixels.put_value(i, y);
    }
#pragma unroll
    for (int i = rows - 1; i >= 0; --i) {
        if (i < rows - 1) step(last, pixels.value(i), pixels.weights(i + 1));
        epilogue(last.of, place.x, max(top + i, 0), top + i >= 0 ? place.own : 0);
    }
}

// Hides the value of a number from the compiler. If the compiler knew this value, its code would
// use more registers.
__device__ __forceinline__ int opaque(int number) {
    asm volatile("" : "+r"(number));
    return number;
}

template <int rows>
struct ColumnPanel {
    ColumnPlace place;
    int block_bands;
    int pad;
    BandAggregates aggregates;
    ColumnPixels<rows> pixels;

    __device__ __forceinline__ ColumnPanel(int panel, int width, int height, int tiles,
                                           float* shared) {
        const unsigned thread = threadIdx.x;
        const int lane = static_cast<int>(thread % row_lanes);
        const int x = panel * edge_panel + edge_y_columns * lane;
        place = {min(x, (width - 1) & ~(edge_y_columns - 1)), x < width,
                 static_cast<int>(thread / row_lanes), lane};
        block_bands = static_cast<int>(blockDim.x / row_lanes);
        pad = tiles * block_bands * rows - height;
        pixels.kept =
            reinterpret_cast<LaneRow*>(shared) + thread / 32 * edge_y_kept_rows * 32 + thread % 32;
        aggregates = {
            reinterpret_cast<float4*>(shared + block_bands * edge_y_kept_rows * edge_panel),
            block_bands};
    }
    __device__ __forceinline__ int top(int tile) const {
        return (tile * block_bands + place.band) * rows - pad;
    }
    __device__ __forceinline__ void load(int tile, int own, const EdgeScanParameters& p) {
        Aggregate aggregate[edge_y_columns];
        load_columns(pixels, aggregate, place, top(tile), tile == 0 && place.band == 0, own, p);
#pragma unroll
        for (int c = 0; c < edge_y_columns; ++c)
            aggregates.put(place.band, column_number(place.lane, c), aggregate[c]);
    }
    template <class Visit>
    __device__ __forceinline__ void for_each_part(const Visit& visit) const {
        const unsigned thread = threadIdx.x;
        const int first = static_cast<int>(thread / 32 * part_lanes);
        const int lane = static_cast<int>(thread % part_lanes);
#pragma unroll 1
        for (int column = first; column < edge_panel;
             column += static_cast<int>(blockDim.x / edge_y_parts))
            visit(ScanPlace(aggregates, column + lane));
    }
};

// Filters each group of columns by several blocks that wait for each other.
// kernels/cuda/driver/waiting_blocks.h explains why they do not deadlock.
template <int rows>
__device__ __forceinline__ void edge_along_y(const Launch& launch, const EdgeScanParameters& p,
                                             float* shared) {
    run_block(launch, [&](const Entry*) {
        const int tile = static_cast<int>(blockIdx.x);
        ColumnPanel<rows> panel(static_cast<int>(blockIdx.y), launch.width, launch.height, p.tiles,
                                shared);
        const size_t group = static_cast<size_t>(blockIdx.z) * gridDim.y + blockIdx.y;
        const TileStates states = {
            reinterpret_cast<TileWord*>(launch.scratch) + group * p.tiles * (2 * edge_panel),
            p.tiles, epoch_of(launch)};

        panel.load(tile, panel.place.own, p);
        __syncthreads();
        panel.for_each_part([&](const ScanPlace& place) {
            const Aggregate mine = part_aggregate(panel.aggregates, place);
            const ColumnScan column(mine, place.part);
            if (place.part == 0) states.put(tile, place.column, column.total);
            const CarryIn carry = tile_carry_in(states, tile, place, column.total);
            distribute_in_tile(panel.aggregates, place, mine, column, carry);
        });
        __syncthreads();
        finish_columns(panel.pixels, panel.aggregates, panel.place, opaque(panel.top(tile)));
    });
}

// Filters each group of columns by a single block, which waits for no other block.
template <int rows>
__device__ __forceinline__ void edge_along_y_one_block(const Launch& launch,
                                                       const EdgeScanParameters& p, float* shared) {
    __shared__ float edge[edge_panel];
    run_block(launch, [&](const Entry*) {
        ColumnPanel<rows> panel(static_cast<int>(blockIdx.x), launch.width, launch.height, p.tiles,
                                shared);
        const size_t group = static_cast<size_t>(blockIdx.z) * gridDim.x + blockIdx.x;
        float* above = reinterpret_cast<float*>(launch.workspace) + group * p.tiles * edge_panel;
        if (threadIdx.x < edge_panel) edge[threadIdx.x] = 0.0f;
        __syncthreads();

        for (int piece = 0; piece < p.tiles; ++piece) {
            panel.load(piece, 0, p);
            __syncthreads();
            panel.for_each_part([&](const ScanPlace& place) {
                const Aggregate whole =
                    ColumnScan(part_aggregate(panel.aggregates, place), place.part).total;
                if (place.part != 0) return;
                above[piece * edge_panel + place.column] = edge[place.column];
                edge[place.column] = apply_forward(whole, edge[place.column]);
            });
            __syncthreads();
        }
        for (int piece = p.tiles - 1; piece >= 0; --piece) {
            panel.load(piece, panel.place.own, p);
            __syncthreads();
            panel.for_each_part([&](const ScanPlace& place) {
                const Aggregate mine = part_aggregate(panel.aggregates, place);
                const ColumnScan column(mine, place.part);
                const CarryIn carry = {above[piece * edge_panel + place.column],
                                       edge[place.column]};
                __syncwarp();
                const float last = distribute_in_tile(panel.aggregates, place, mine, column, carry);
                if (place.part == 0) edge[place.column] = last;
            });
            __syncthreads();
            finish_columns(panel.pixels, panel.aggregates, panel.place, opaque(panel.top(piece)));
            __syncthreads();
        }
    });
}

}  // namespace tonelift::cuda
