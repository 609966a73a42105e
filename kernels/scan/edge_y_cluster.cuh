// SPDX-License-Identifier: BSD-2-Clause
//
// The edge-aware recursive filter along columns by thread block clusters, from planes of unorm16. A
// block of a cluster holds a tile of rows of a panel of columns in registers and sends the tile's
// aggregate to the other blocks through distributed shared memory; no cluster waits for another. A
// cluster filters one panel after the other, while asynchronous copies bring the pixels of its next
// panel to shared memory.
#pragma once

#include "kernels/device/cluster.cuh"
#include "kernels/device/planes.cuh"
#include "kernels/scan/edge_aggregate.cuh"

namespace tonelift::cuda {

constexpr int tile_lanes = edge_panel / edge_tile_columns;  // that cover a row
constexpr int band_rows = edge_tile_band_rows;
constexpr int tile_bands = edge_tile_bands;
constexpr int tile_rows = edge_tile_rows;
static_assert(edge_tile_threads >= edge_panel * edge_y_parts);
static_assert(tile_bands % edge_y_parts == 0 && tile_bands / edge_y_parts <= most_part_bands);

// Pixels of a tile in shared memory, as they are stored in the planes.
struct TileCodes {
    uint16_t guides[tile_rows + 1][edge_panel];  // one row more: that above the tile
    uint16_t values[tile_rows][edge_panel];
};

// Pixels of a thread in registers. The forward recurrence is linear in its carry-in, so it runs
// from 0 before the carry-in is known, and its results are kept in place of the values: with too
// few registers, the assembler would unpack the pixels twice.
struct TilePixels {
    float values[band_rows][edge_tile_columns];   // after that recurrence
    float weights[band_rows][edge_tile_columns];  // of the links to the pixels above
};

// The place of a thread in its panel.
struct TilePlace {
    int tile;  // counted in the panel
    int tiles;
    int top;  // first row of the tile; rows above the picture repeat row 0
    int band;
    int lane;  // counted in the band

    __device__ __forceinline__ explicit TilePlace(int height)
        : tile(cluster_rank()),
          tiles(cluster_size()),
          top(height - (tiles - tile) * tile_rows),
          band(static_cast<int>(threadIdx.x / tile_lanes)),
          lane(static_cast<int>(threadIdx.x % tile_lanes)) {}
    // The position of a column in shared memory, so that neighboring lanes access neighboring
    // elements.
    __device__ __forceinline__ int column(int c) const { return tile_lanes * c + lane; }
};

// A panel among those of all frames of a batch in order; a cluster advances by the number of
// clusters.
struct PanelPlace {
    int frame;
    int panel;

    __device__ __forceinline__ PanelPlace(int number, int panels)
        : frame(number / panels), panel(number - frame * panels) {}
    __device__ __forceinline__ void advance(const PanelPlace& by, int panels) {
        frame += by.frame;
        panel += by.panel;
        if (panel < panels) return;
        panel -= panels;
        ++frame;
    }
    __device__ __forceinline__ int x() const { return panel * edge_panel; }
    __device__ __forceinline__ const Entry* entries(const Launch& launch) const {
        return launch.entries + static_cast<size_t>(frame) * launch.entries_per_frame;
    }
};

// Addresses of the planes of a panel in device memory, from a frame's entries in shared memory.
struct TileSource {
    const unsigned char* guide;
    const unsigned char* value;
    unsigned guide_pitch;
    unsigned value_pitch;
    bool there;  // whether the batch has such a panel

    __device__ __forceinline__ TileSource(const Entry* entries, const PanelPlace& at,
                                          const Launch& launch, const EdgeClusterParameters& p)
        : there(at.frame < launch.frames) {
        const PlaneView guides(entries, p.guide), values(entries, p.value);
        guide = guides.base + 2 * at.x();
        value = values.base + 2 * at.x();
        guide_pitch = static_cast<unsigned>(guides.pitch);
        value_pitch = static_cast<unsigned>(values.pitch);
    }
};

// Shared memory of a block. Panels alternate between two copies of what other blocks write or
// copies bring: no block can be more than one panel ahead of a block whose aggregate it waits for.
struct TileShared {
    Mbarrier exchange_done[2];
    Mbarrier copies_done[2];
    // Aggregates of the other tiles; the identity for this one and for tiles that do not exist.
    float4 aggregates[2][edge_cluster_tiles][edge_panel];
    float4 bands[2][tile_bands * edge_panel];
    Entry entries[3][edge_cluster_entries];  // of the frames of this panel and the next two
    TileCodes codes[2];
};
static_assert(sizeof(TileShared) == edge_tile_bytes);

// The address of a row in one instruction; the compiler would split the sum into three.
__device__ __forceinline__ const unsigned char* row_of(const unsigned char* plane, unsigned pitch,
                                                       int y) {
    const unsigned char* row;
    asm("mad.wide.u32 %0, %1, %2, %3;" : "=l"(row) : "r"(y), "r"(pitch), "l"(plane));
    return row;
}

// The asynchronous copies of a tile's pixels by one thread, 8 pixels at a time. Rows are padded, so
// that panels may be read whole.
class TileCopy {
  public:
    static constexpr int pieces = edge_panel / 8;
    static constexpr int step = edge_tile_threads / pieces;
    static constexpr int rounds = tile_rows / step + 1;

    __device__ __forceinline__ TileCopy(TileCodes& to, const TileSource& from,
                                        const TilePlace& place)
        : to_(to),
          from_(from),
          row_(static_cast<int>(threadIdx.x / pieces)),
          column_(static_cast<int>(threadIdx.x % pieces) * 8),
          top_(place.top) {
        from_.guide += 2 * column_;
        from_.value += 2 * column_;
    }
    __device__ __forceinline__ void guides(int round) const {
        const int row = row_ + round * step;
        copy(to_.guides[row], from_.guide, from_.guide_pitch, top_ - 1 + row,
             round < rounds - 1 || row <= tile_rows);
    }
    __device__ __forceinline__ void values(int round) const {
        const int row = row_ + round * step;
        copy(to_.values[row], from_.value, from_.value_pitch, top_ + row,
             (round + 1) * step <= tile_rows || row < tile_rows);
    }

  private:
    // Predicated in place of a branch, across which the compiler would not move instructions.
    __device__ __forceinline__ void copy(uint16_t* to, const unsigned char* plane, unsigned pitch,
                                         int y, bool inside) const {
        copy_16_bytes(to + column_, row_of(plane, pitch, max(y, 0)), from_.there & inside);
    }

    TileCodes& to_;
    TileSource from_;
    int row_;
    int column_;
    int top_;
};

// Two neighboring codes as floats, each plus 2^23.
__device__ __forceinline__ void read_codes(float (&codes)[2], const uint16_t* from) {
    constexpr unsigned bias = 0x4B000000u;
    const unsigned pair = *reinterpret_cast<const unsigned*>(from);
    codes[0] = __uint_as_float(__byte_perm(pair, bias, 0x7610));
    codes[1] = __uint_as_float(__byte_perm(pair, bias, 0x7632));
}

// Loads a thread's pixels into registers and their aggregates into shared memory; the copies for
// the next panel are issued in between, so that they do not come all at once.
__device__ __forceinline__ void load_and_aggregate(TilePixels& pixels, const BandAggregates& bands,
                                                   const TileCodes& codes, const TilePlace& place,
                                                   const EdgeScanParameters& p,
                                                   const TileCopy& next) {
    const int first = place.band * band_rows, x = place.lane * edge_tile_columns;
    const float most = place.tile == 0 && place.band == 0 ? 0.0f : 1.0f;
    Aggregate aggregate[edge_tile_columns];
    float before[edge_tile_columns];
    read_codes(before, &codes.guides[first][x]);
#pragma unroll
    for (Aggregate& a : aggregate) a = identity_aggregate;
#pragma unroll
    for (int i = 0; i < band_rows; ++i) {
        float guide[edge_tile_columns];
        float value[edge_tile_columns];
        read_codes(guide, &codes.guides[first + i + 1][x]);
        read_codes(value, &codes.values[first + i][x]);
#pragma unroll
        for (int c = 0; c < edge_tile_columns; ++c) {
            float w = link_weight(p, guide[c] - before[c]);
            if (i == 0) w = fminf(w, most);
            before[c] = guide[c];
            append(aggregate[c], unit_of(value[c]), w);
            pixels.weights[i][c] = w;
            pixels.values[i][c] = aggregate[c].forward;
        }
        constexpr int every = band_rows / TileCopy::rounds;
        if (i / every >= TileCopy::rounds) continue;
        if (i % every == 0) next.guides(i / every);
        if (i % every == every / 2) next.values(i / every);
    }
#pragma unroll
    for (int c = 0; c < edge_tile_columns; ++c)
        bands.put(place.band, place.column(c), aggregate[c]);
}

// Sends the aggregate of this tile to the other tiles, the threads of each part to some of them.
__device__ __forceinline__ void send_aggregate(TileShared& shared, int round, const TilePlace& tile,
                                               const ScanPlace& place, const Aggregate& whole) {
    Mbarrier& barrier = shared.exchange_done[round & 1];
#pragma unroll
    for (int first = 0; first < edge_cluster_tiles; first += edge_y_parts) {
        const int other = first + place.part;
        if (other < tile.tiles && other != tile.tile)
            store_async(other, &shared.aggregates[round & 1][tile.tile][place.column], barrier,
                        packed(whole));
        __syncwarp();
    }
    if (threadIdx.x == 0)
        expect_bytes(barrier, static_cast<int>(sizeof(float4)) * edge_panel * (tile.tiles - 1));
}

// The carry-in of a tile whose aggregate is `whole`. Each part combines some of the other tiles.
__device__ __forceinline__ CarryIn
tile_carry_in(const float4 (&aggregates)[edge_cluster_tiles][edge_panel], int tile,
              const ScanPlace& place, const Aggregate& whole) {
    constexpr int others = edge_cluster_tiles / edge_y_parts;
    Aggregate above = identity_aggregate;
    Aggregate below = identity_aggregate;
#pragma unroll
    for (int i = 0; i < others; ++i) {
        const int other = place.part * others + i;
        const Aggregate run = unpacked(aggregates[other][place.column]);
        if (other < tile) {
            append(above, run);
        } else {
            append(below, run);
        }
    }
    const float y0 = ColumnScan(above, place.part).total.forward;
    const Aggregate behind = ColumnScan(below, place.part).total;
    const float y = apply_forward(whole, y0);
    // The last row of the picture stays as the forward recurrence left it.
    return {y0, apply_backward(behind, y, apply_forward(behind, y))};
}

// Scans the bands of the tile, and the tile with the other tiles of the panel.
__device__ __forceinline__ void scan_tile(TileShared& shared, const BandAggregates& bands,
                                          const TilePlace& tile, int round) {
    const int thread = static_cast<int>(threadIdx.x);
    if (thread >= edge_panel * edge_y_parts) return;
    const ScanPlace place(bands, thread / 32 * part_lanes + thread % part_lanes);
    const Aggregate mine = part_aggregate(bands, place);
    const ColumnScan column(mine, place.part);
    send_aggregate(shared, round, tile, place, column.total);
    wait_for_stores(shared.exchange_done[round & 1], round / 2);
    const CarryIn carry =
        tile_carry_in(shared.aggregates[round & 1], tile.tile, place, column.total);
    distribute_in_tile(bands, place, mine, column, carry);
}

// Runs both recurrences and the pass's epilogue.
__device__ __forceinline__ void filter_and_store(TilePixels& pixels, const BandAggregates& bands,
                                                 const TilePlace& place, int x, int own) {
    float above[edge_tile_columns];
    float last[edge_tile_columns];
    const int top = place.top + place.band * band_rows;
#pragma unroll
    for (int c = 0; c < edge_tile_columns; ++c) {
        const CarryIn carry = bands.carry_in(place.band, place.column(c));
        above[c] = carry.above;
        last[c] = __saturatef(carry.last);
    }
#pragma unroll
    for (int i = 0; i < band_rows; ++i) {
#pragma unroll
        for (int c = 0; c < edge_tile_columns; ++c) {
            above[c] *= pixels.weights[i][c];
            pixels.values[i][c] += above[c];
        }
    }
    begin_upward(x, top + band_rows - 1);
#pragma unroll
    for (int i = band_rows - 1; i >= 0; --i) {
        if (i < band_rows - 1) {
#pragma unroll
            for (int c = 0; c < edge_tile_columns; ++c)
                last[c] = __saturatef(lerp(pixels.values[i][c], last[c], pixels.weights[i + 1][c]));
        }
        epilogue_upward(last, x, top + i, top + i >= 0 ? own : 0);
    }
}

// Copies the entries of a panel's frame; called by one warp.
__device__ __forceinline__ void copy_entries(Entry* to, const PanelPlace& at,
                                             const Launch& launch) {
    const int entry = static_cast<int>(threadIdx.x % 32);
    copy_16_bytes(to + entry, at.entries(launch) + entry,
                  at.frame < launch.frames & entry < launch.entries_per_frame);
}

// Initializes what tiles exchange; called by all threads of the cluster, before the first panel.
__device__ __forceinline__ void init_exchange(TileShared& shared) {
    float4* aggregates = &shared.aggregates[0][0][0];
    for (int i = static_cast<int>(threadIdx.x); i < 2 * edge_cluster_tiles * edge_panel;
         i += edge_tile_threads)
        aggregates[i] = packed(identity_aggregate);
    if (threadIdx.x == 0) {
        for (Mbarrier& barrier : shared.exchange_done) init_mbarrier(barrier, 1);
        for (Mbarrier& barrier : shared.copies_done) init_mbarrier(barrier, edge_tile_threads);
    }
    sync_cluster();
}

// The panels of a cluster: those of this and the next two rounds, and where the entries of their
// frames are.
struct PanelRounds {
    int panels;  // of a frame
    PanelPlace step;
    PanelPlace now;
    PanelPlace next;
    PanelPlace after;
    int slot = 0;  // of the entries of `now`

    __device__ __forceinline__ PanelRounds(const Launch& launch, int tiles)
        : panels((launch.width + edge_panel - 1) / edge_panel),
          step(static_cast<int>(gridDim.x) / tiles, panels),
          now(static_cast<int>(blockIdx.x) / tiles, panels),
          next(now),
          after(now) {
        next.advance(step, panels);
        after = next;
        after.advance(step, panels);
    }
    __device__ __forceinline__ void advance() {
        now = next;
        next = after;
        after.advance(step, panels);
        slot = slot_after(1);
    }
    __device__ __forceinline__ int slot_after(int rounds) const {
        const int later = slot + rounds;
        return later < 3 ? later : later - 3;
    }
};

// Copies the first panel, and the entries that the copies of the second need.
__device__ __forceinline__ void prepare_panels(TileShared& shared, const PanelRounds& panels,
                                               const Launch& launch, const TilePlace& place,
                                               const EdgeClusterParameters& p) {
    if (threadIdx.x < 32) {
        copy_entries(shared.entries[0], panels.now, launch);
        copy_entries(shared.entries[1], panels.next, launch);
        wait_for_own_copies();
    }
    init_exchange(shared);
    const TileCopy first(shared.codes[0], TileSource(shared.entries[0], panels.now, launch, p),
                         place);
#pragma unroll
    for (int i = 0; i < TileCopy::rounds; ++i) {
        first.guides(i);
        first.values(i);
    }
    arrive_after_copies(shared.copies_done[0]);
}

__device__ __forceinline__ void edge_along_y_clustered(const Launch& launch,
                                                       const EdgeClusterParameters& p,
                                                       TileShared& shared) {
    if (!is_needed_at_all(launch)) return;
    const TilePlace place(launch.height);
    PanelRounds panels(launch, place.tiles);
    prepare_panels(shared, panels, launch, place, p);
#pragma unroll 1
    for (int round = 0; panels.now.frame < launch.frames; ++round, panels.advance()) {
        const BandAggregates bands = {shared.bands[round & 1], tile_bands};
        TilePixels pixels;
        wait_for_copies(shared.copies_done[round & 1], round / 2);
        if (threadIdx.x < 32)
            copy_entries(shared.entries[panels.slot_after(2)], panels.after, launch);
        const TileSource next(shared.entries[panels.slot_after(1)], panels.next, launch, p);
        load_and_aggregate(pixels, bands, shared.codes[round & 1], place, p.filter,
                           TileCopy(shared.codes[~round & 1], next, place));
        // The arrival also says that the pixels of this panel were read: copies will overwrite
        // them.
        arrive_after_copies(shared.copies_done[~round & 1]);
        __syncthreads();
        // The setup comes no sooner: its registers would be taken from the recurrences.
        setup_shared(shared.entries[panels.slot], launch.width);
        scan_tile(shared, bands, place, round);
        __syncthreads();
        const int x = panels.now.x() + place.lane * edge_tile_columns;
        filter_and_store(pixels, bands, place, x, x < launch.width);
    }
}

}  // namespace tonelift::cuda
