// SPDX-License-Identifier: BSD-2-Clause
//
// The edge-aware recursive filter along columns by clusters of blocks, from planes of unorm16. The
// blocks of a cluster hold a strip of columns, a tile of rows each, in registers, and send each
// other what their tiles do to the walks; nobody waits for another cluster. A cluster filters one
// strip after the other, and while it does the pixels of its next one come to shared memory.
#pragma once

#include "kernels/cuda/cluster.cuh"
#include "kernels/cuda/planes.cuh"
#include "kernels/scan/edge_runs.cuh"

namespace tonelift::cuda {

constexpr int tile_lanes = edge_strip / edge_tile_columns;  // with a row
constexpr int band_rows = edge_tile_band_rows;
constexpr int tile_bands = edge_tile_bands;
constexpr int tile_rows = edge_tile_rows;
static_assert(edge_tile_threads >= edge_strip * edge_y_shares);
static_assert(tile_bands % edge_y_shares == 0 && tile_bands / edge_y_shares <= most_runs);

// Pixels of a tile as they come.
struct TileCodes {
    uint16_t guides[tile_rows + 1][edge_strip];  // from the row above the tile on
    uint16_t values[tile_rows][edge_strip];
};

// The walk forward is linear in what it begins with, so it is gone from 0 before that is known.
// What came of it is kept: for want of registers, the assembler would unpack the pixels twice.
struct TilePixels {
    float values[band_rows][edge_tile_columns];   // after that walk
    float weights[band_rows][edge_tile_columns];  // of the links to the pixels above
};

// Where a thread stands.
struct TilePlace {
    int tile;  // of the strip
    int tiles;
    int top;  // row of the tile; those above the picture repeat row 0
    int band;
    int lane;  // of the band

    __device__ __forceinline__ explicit TilePlace(int height)
        : tile(cluster_rank()),
          tiles(cluster_size()),
          top(height - (tiles - tile) * tile_rows),
          band(static_cast<int>(threadIdx.x / tile_lanes)),
          lane(static_cast<int>(threadIdx.x % tile_lanes)) {}
    // Columns of a strip are numbered so that lanes side by side touch numbers side by side.
    __device__ __forceinline__ int column(int c) const { return tile_lanes * c + lane; }
};

// Strips of all frames of a batch in order, one frame after the other, of which a cluster takes
// every so many.
struct StripPlace {
    int frame;
    int strip;

    __device__ __forceinline__ StripPlace(int number, int strips)
        : frame(number / strips), strip(number - frame * strips) {}
    __device__ __forceinline__ void go_on(const StripPlace& by, int strips) {
        frame += by.frame;
        strip += by.strip;
        if (strip < strips) return;
        strip -= strips;
        ++frame;
    }
    __device__ __forceinline__ int x() const { return strip * edge_strip; }
    __device__ __forceinline__ const Entry* entries(const Launch& launch) const {
        return launch.entries + static_cast<size_t>(frame) * launch.entries_per_frame;
    }
};

// Where the pixels of a strip lie in device memory, by entries in shared memory.
struct TileSource {
    const unsigned char* guide;
    const unsigned char* value;
    unsigned guide_pitch;
    unsigned value_pitch;
    bool there;  // there is such a strip

    __device__ __forceinline__ TileSource(const Entry* entries, const StripPlace& at,
                                          const Launch& launch, const EdgeClusterParameters& p)
        : there(at.frame < launch.frames) {
        const PlaneView guides(entries, p.guide), values(entries, p.value);
        guide = guides.base + 2 * at.x();
        value = values.base + 2 * at.x();
        guide_pitch = static_cast<unsigned>(guides.pitch);
        value_pitch = static_cast<unsigned>(values.pitch);
    }
};

// What a block has in shared memory. Strips take turns with two of what others write or copies
// bring: nobody can be further than one strip ahead of a block whose news he waits for.
struct TileShared {
    Mailbox heard[2];
    Mailbox fetched[2];
    float4 news[2][edge_cluster_tiles][edge_strip];  // runs of the other tiles; those of tiles that
                                                     // there are not, and of this one, stay empty
    float4 runs[2][tile_bands * edge_strip];
    Entry entries[3][edge_cluster_entries];  // of the frames of this strip and the next two
    TileCodes codes[2];
};
static_assert(sizeof(TileShared) == edge_tile_bytes);

// In one instruction; the compiler would take sums apart and make it three.
__device__ __forceinline__ const unsigned char* row_of(const unsigned char* plane, unsigned pitch,
                                                       int y) {
    const unsigned char* row;
    asm("mad.wide.u32 %0, %1, %2, %3;" : "=l"(row) : "r"(y), "r"(pitch), "l"(plane));
    return row;
}

// A thread's share in the copies of a tile's pixels, 8 at a time. Rows are padded, so that strips
// may be read whole.
class TileFetch {
  public:
    static constexpr int pieces = edge_strip / 8;
    static constexpr int step = edge_tile_threads / pieces;
    static constexpr int rounds = tile_rows / step + 1;

    __device__ __forceinline__ TileFetch(TileCodes& to, const TileSource& from,
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
    // Without a branch, which would keep apart what is computed before and after it.
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

// Codes side by side, on top of 2^23.
__device__ __forceinline__ void read_codes(float (&codes)[2], const uint16_t* from) {
    constexpr unsigned bias = 0x4B000000u;
    const unsigned pair = *reinterpret_cast<const unsigned*>(from);
    codes[0] = __uint_as_float(__byte_perm(pair, bias, 0x7610));
    codes[1] = __uint_as_float(__byte_perm(pair, bias, 0x7632));
}

// A thread's pixels to registers, and what they do to the walks to shared memory; between them, so
// that they are not all at once, the copies for the next strip.
__device__ __forceinline__ void take_pixels(TilePixels& pixels, const Runs& runs,
                                            const TileCodes& codes, const TilePlace& place,
                                            const EdgeScanParameters& p, const TileFetch& next) {
    const int first = place.band * band_rows, x = place.lane * edge_tile_columns;
    const float most = place.tile == 0 && place.band == 0 ? 0.0f : 1.0f;
    Run run[edge_tile_columns];
    float before[edge_tile_columns];
    read_codes(before, &codes.guides[first][x]);
#pragma unroll
    for (Run& r : run) r = empty_run;
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
            extend(run[c], unit_of(value[c]), w);
            pixels.weights[i][c] = w;
            pixels.values[i][c] = run[c].value;
        }
        constexpr int every = band_rows / TileFetch::rounds;
        if (i / every >= TileFetch::rounds) continue;
        if (i % every == 0) next.guides(i / every);
        if (i % every == every / 2) next.values(i / every);
    }
#pragma unroll
    for (int c = 0; c < edge_tile_columns; ++c) runs.put(place.band, place.column(c), run[c]);
}

// Tells the other tiles what this one is; its shares have some of them each.
__device__ __forceinline__ void tell_others(TileShared& shared, int round, const TilePlace& tile,
                                            const JoiningPlace& place, const Run& whole) {
    Mailbox& mailbox = shared.heard[round & 1];
#pragma unroll
    for (int first = 0; first < edge_cluster_tiles; first += edge_y_shares) {
        const int other = first + place.share;
        if (other < tile.tiles && other != tile.tile)
            send(other, &shared.news[round & 1][tile.tile][place.column], mailbox,
                 numbers_of(whole));
        __syncwarp();
    }
    if (threadIdx.x == 0)
        expect_bytes(mailbox, static_cast<int>(sizeof(float4)) * edge_strip * (tile.tiles - 1));
}

// What lies around the tile, which is `whole`. The shares join some of the others each.
__device__ __forceinline__ Around around_tile(const float4 (&news)[edge_cluster_tiles][edge_strip],
                                              int tile, const JoiningPlace& place,
                                              const Run& whole) {
    constexpr int others = edge_cluster_tiles / edge_y_shares;
    Run above = empty_run;
    Run below = empty_run;
#pragma unroll
    for (int i = 0; i < others; ++i) {
        const int other = place.share * others + i;
        const Run run = run_of(news[other][place.column]);
        if (other < tile) {
            extend(above, run);
        } else {
            extend(below, run);
        }
    }
    const float y0 = Shares(above, place.share).all.value;
    const Run behind = Shares(below, place.share).all;
    const float y = passed(whole, y0);
    // The last row of all is what the walk forward made of it.
    return {y0, passed_back(behind, y, passed(behind, y))};
}

// Joins the bands of the tile, and it with the other tiles of the strip.
__device__ __forceinline__ void join_tile(TileShared& shared, const Runs& runs,
                                          const TilePlace& tile, int round) {
    const int thread = static_cast<int>(threadIdx.x);
    if (thread >= edge_strip * edge_y_shares) return;
    const JoiningPlace place(runs, thread / 32 * share_lanes + thread % share_lanes);
    const Run mine = share_run(runs, place);
    const Shares whole(mine, place.share);
    tell_others(shared, round, tile, place, whole.all);
    wait_for_news(shared.heard[round & 1], round / 2);
    const Around around = around_tile(shared.news[round & 1], tile.tile, place, whole.all);
    settle_tile(runs, place, mine, whole, around);
}

// Both walks, and the pass's epilogue.
__device__ __forceinline__ void give_pixels(TilePixels& pixels, const Runs& runs,
                                            const TilePlace& place, int x, int own) {
    float above[edge_tile_columns];
    float last[edge_tile_columns];
    const int top = place.top + place.band * band_rows;
#pragma unroll
    for (int c = 0; c < edge_tile_columns; ++c) {
        const Around around = runs.around(place.band, place.column(c));
        above[c] = around.above;
        last[c] = __saturatef(around.last);
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
                last[c] =
                    __saturatef(drawn(pixels.values[i][c], last[c], pixels.weights[i + 1][c]));
        }
        epilogue_upward(last, x, top + i, top + i >= 0 ? own : 0);
    }
}

// By a warp: copies the entries of a strip's frame.
__device__ __forceinline__ void fetch_entries(Entry* to, const StripPlace& at,
                                              const Launch& launch) {
    const int entry = static_cast<int>(threadIdx.x % 32);
    copy_16_bytes(to + entry, at.entries(launch) + entry,
                  at.frame < launch.frames & entry < launch.entries_per_frame);
}

// By all threads of the cluster, before the first strip.
__device__ __forceinline__ void prepare_exchange(TileShared& shared) {
    float4* news = &shared.news[0][0][0];
    for (int i = static_cast<int>(threadIdx.x); i < 2 * edge_cluster_tiles * edge_strip;
         i += edge_tile_threads)
        news[i] = numbers_of(empty_run);
    if (threadIdx.x == 0) {
        for (Mailbox& mailbox : shared.heard) make_mailbox(mailbox, 1);
        for (Mailbox& mailbox : shared.fetched) make_mailbox(mailbox, edge_tile_threads);
    }
    sync_cluster();
}

// The strips of a cluster: which comes in a round, and where entries of its frame are.
struct StripRounds {
    int strips;  // of a frame
    StripPlace step;
    StripPlace now;
    StripPlace next;
    StripPlace after;
    int slot = 0;  // of the entries for `now`

    __device__ __forceinline__ StripRounds(const Launch& launch, int tiles)
        : strips((launch.width + edge_strip - 1) / edge_strip),
          step(static_cast<int>(gridDim.x) / tiles, strips),
          now(static_cast<int>(blockIdx.x) / tiles, strips),
          next(now),
          after(now) {
        next.go_on(step, strips);
        after = next;
        after.go_on(step, strips);
    }
    __device__ __forceinline__ void go_on() {
        now = next;
        next = after;
        after.go_on(step, strips);
        slot = slot_after(1);
    }
    __device__ __forceinline__ int slot_after(int rounds) const {
        const int later = slot + rounds;
        return later < 3 ? later : later - 3;
    }
};

// Copies the first strip, and what is needed to begin with the second.
__device__ __forceinline__ void prepare_strips(TileShared& shared, const StripRounds& strips,
                                               const Launch& launch, const TilePlace& place,
                                               const EdgeClusterParameters& p) {
    if (threadIdx.x < 32) {
        fetch_entries(shared.entries[0], strips.now, launch);
        fetch_entries(shared.entries[1], strips.next, launch);
        wait_for_own_copies();
    }
    prepare_exchange(shared);
    const TileFetch first(shared.codes[0], TileSource(shared.entries[0], strips.now, launch, p),
                          place);
#pragma unroll
    for (int i = 0; i < TileFetch::rounds; ++i) {
        first.guides(i);
        first.values(i);
    }
    arrive_after_copies(shared.fetched[0]);
}

__device__ __forceinline__ void edge_along_y_clustered(const Launch& launch,
                                                       const EdgeClusterParameters& p,
                                                       TileShared& shared) {
    const TilePlace place(launch.height);
    StripRounds strips(launch, place.tiles);
    prepare_strips(shared, strips, launch, place, p);
#pragma unroll 1
    for (int round = 0; strips.now.frame < launch.frames; ++round, strips.go_on()) {
        const Runs runs = {shared.runs[round & 1], tile_bands};
        TilePixels pixels;
        wait_for_copies(shared.fetched[round & 1], round / 2);
        if (threadIdx.x < 32)
            fetch_entries(shared.entries[strips.slot_after(2)], strips.after, launch);
        const TileSource next(shared.entries[strips.slot_after(1)], strips.next, launch, p);
        take_pixels(pixels, runs, shared.codes[round & 1], place, p.filter,
                    TileFetch(shared.codes[~round & 1], next, place));
        // Also says that the pixels were read, for others come in their place.
        arrive_after_copies(shared.fetched[~round & 1]);
        __syncthreads();
        // Not sooner: what the epilogue needs would take registers from the walks.
        setup_shared(shared.entries[strips.slot], launch.width);
        join_tile(shared, runs, place, round);
        __syncthreads();
        const int x = strips.now.x() + place.lane * edge_tile_columns;
        give_pixels(pixels, runs, place, x, x < launch.width);
    }
}

}  // namespace tonelift::cuda
