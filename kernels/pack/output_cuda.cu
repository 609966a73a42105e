// SPDX-License-Identifier: BSD-2-Clause
//
// Kernels that write the output frame. A warp processes 128 columns, 4 per lane, from top to
// bottom.
#include "kernels/pack/packed.cuh"
#include "kernels/pack/samples.cuh"
#include "kernels/pack/woven.cuh"

namespace tonelift::cuda {
namespace {

// Layouts of an output frame in memory. `planar` and `packed` have no subsampled chroma. `woven` is
// 4:2:2 with luma and chroma in one plane. `half` is 4:2:2 with luma and chroma in separate planes.
// `between` is 4:2:0 with chroma rows between luma rows. `sited` is 4:2:0 with chroma rows at the
// position of luma rows.
enum class OutputLayout { planar, packed, woven, half, between, sited };

template <class T>
__device__ __forceinline__ void store_plane(const OutputParameters& p, const LaneColumns& columns,
                                            int c, const Numbers& numbers, T* to,
                                            const float* offsets) {
    const PackComponent& component = p.component[c];
    const int count = min(4, columns.width - columns.x);
    if constexpr (sizeof(T) == 4) {
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            if (i < count) to[i] = numbers[i];
        }
    } else {
        const float4 noise = *reinterpret_cast<const float4*>(offsets);
        const bool within = columns.within >> c & 1;
        const unsigned codes[4] = {quantize(numbers[0], noise.x, component, within),
                                   quantize(numbers[1], noise.y, component, within),
                                   quantize(numbers[2], noise.z, component, within),
                                   quantize(numbers[3], noise.w, component, within)};
        if (columns.whole) {
            store_whole(to, codes, p.shift);
        } else {
            store_codes(to, codes, count, 1, p.shift);
        }
    }
}

template <class T>
__device__ __forceinline__ void store_component(const OutputParameters& p,
                                                const LaneColumns& columns, int c,
                                                const Numbers& numbers, int y) {
    const Row<T> row = row_of<T>(columns, p.component[c], y, columns.x);
    store_plane(p, columns, c, numbers, row.at, noise_at(columns, c, columns.x, y));
}

// -------------------------------------------------------------------------------------------------
// Subsampled chroma of pairs of rows.

__device__ __forceinline__ Chroma plus(const Chroma& a, float weight, const Chroma& b) {
    Chroma sum;
#pragma unroll
    for (int c = 0; c < 2; ++c) {
        for (int i = 0; i < 2; ++i) sum.sample[c][i] = fmaf(weight, b.sample[c][i], a.sample[c][i]);
    }
    return sum;
}

template <class T>
__device__ __forceinline__ void store_chroma(const OutputParameters& p, const LaneColumns& columns,
                                             const Chroma& chroma, int y) {
    if (!columns.own) return;
    const int x = columns.x >> 1, count = min(2, ((columns.width + 1) >> 1) - x);
    const float* offsets = noise_at(columns, 1, x, y);
    unsigned codes[2][2];
#pragma unroll
    for (int c = 0; c < 2; ++c) {
        const PackComponent& component = p.component[c + 1];
        const float2 noise =
            *reinterpret_cast<const float2*>(offsets + c * noise_period * noise_period);
        const bool within = columns.within >> (c + 1) & 1;
        codes[c][0] = quantize(chroma.sample[c][0], noise.x, component, within);
        codes[c][1] = quantize(chroma.sample[c][1], noise.y, component, within);
    }
    const PackComponent& cb = p.component[1];
    if (cb.step == 2 && cb.offset == 0 && columns.whole) {
        const unsigned pairs[4] = {codes[0][0], codes[1][0], codes[0][1], codes[1][1]};
        return store_whole(row_of<T>(columns, cb, y, columns.x).at, pairs, p.shift);
    }
#pragma unroll
    for (int c = 0; c < 2; ++c) {
        const PackComponent& component = p.component[c + 1];
        T* to = row_of<T>(columns, component, y, x * component.step + component.offset).at;
        if (columns.whole && component.step == 1) {
            store_whole(to, codes[c], p.shift);
        } else {
            store_codes(to, codes[c], count, component.step, p.shift);
        }
    }
}

template <OutputLayout layout>
struct RowPair {
    static constexpr int kept = layout == OutputLayout::between ? 1 : 2;
    HalfRow chroma[kept] = {};
    int y;
    bool alone;

    __device__ __forceinline__ void take(const HalfRow& row) {
        if constexpr (layout == OutputLayout::between) {
            chroma[0] = sum(chroma[0], row);
        } else {
            chroma[0] = chroma[1];
            chroma[1] = row;
        }
    }

  private:
    static __device__ __forceinline__ HalfRow sum(HalfRow a, const HalfRow& b) {
#pragma unroll
        for (int c = 0; c < 2; ++c) {
            a.sample[c][0] += b.sample[c][0];
            a.sample[c][1] += b.sample[c][1];
            a.last[c] += b.last[c];
        }
        return a;
    }
};

// The rows that a warp processes. Bands of `rows` adjacent rows alternate between the warps of a
// block, so that all warps end at about the same time.
struct Band {
    int begin;
    int end;
    int height;
    int rows;

    __device__ __forceinline__ Band(const Launch& launch, const OutputParameters& p)
        : begin(blockIdx.y * output_warps * p.rows + threadIdx.y * p.band_rows),
          end(min((blockIdx.y + 1) * output_warps * p.rows, launch.height)),
          height(launch.height),
          rows(p.band_rows) {}

    // Moves `begin` and `end` to the rows of a low block. Does nothing in a tall block. Each warp
    // of a low block has only one band.
    __device__ __forceinline__ void split(const OutputParameters& p) {
        const int low_block = static_cast<int>(blockIdx.y) - p.tall_blocks;
        if (low_block < 0) return;
        const int low_warp = low_block * output_warps + static_cast<int>(threadIdx.y);
        begin = p.tall_blocks * output_warps * p.rows + low_warp * p.low_rows;
        end = min(begin + p.low_rows, height);
    }

    __device__ __forceinline__ int below(int y, int step) const {
        y += step;
        return (y & (rows - 1)) != 0 ? y : y + (output_warps - 1) * rows;
    }
};

template <class T, OutputLayout layout>
__device__ __forceinline__ void take_sited(const OutputParameters& p, const LaneColumns& columns,
                                           const RowPair<layout>& pair, const Band& band,
                                           Chroma& before) {
    const Chroma upper = with_left(p, columns, pair.chroma[0]);
    const Chroma lower = with_left(p, columns, pair.chroma[1]);
    const int y = pair.y;
    if (p.row_phase == 0) {
        const Chroma above = y == 0 ? upper : before;
        if (y >= band.begin)
            store_chroma<T>(p, columns, plus(plus(above, 1.0f, lower), 2.0f, upper), y / 2);
        before = lower;
    } else {
        if (y > band.begin) store_chroma<T>(p, columns, plus(before, 1.0f, upper), y / 2 - 1);
        before = plus(upper, 2.0f, lower);
        if (y < band.end && y + 2 >= band.height)
            store_chroma<T>(p, columns, plus(before, 1.0f, lower), y / 2);
    }
}

// -------------------------------------------------------------------------------------------------

template <class T>
__device__ __forceinline__ void store_planes(const OutputParameters& p, const LaneColumns& columns,
                                             const Numbers (&numbers)[4], int y) {
#pragma unroll
    for (int c = 0; c < 4; ++c) {
        if (p.component[c].plane >= 0) store_component<T>(p, columns, c, numbers[c], y);
    }
}

template <class T>
struct LumaPlace {
    Row<T> row;
    int offsets;

    __device__ __forceinline__ LumaPlace(const OutputParameters& p, const LaneColumns& columns,
                                         int y)
        : row(row_of<T>(columns, p.component[0], y, columns.x)),
          offsets(static_cast<int>(noise_at(columns, 0, columns.x, y) - columns.noise)) {}
    __device__ __forceinline__ void store(const OutputParameters& p, const LaneColumns& columns,
                                          const Numbers& numbers) const {
        store_plane(p, columns, 0, numbers, row.at, columns.noise + offsets);
    }
    __device__ __forceinline__ void step() {
        row = row.next();
        offsets += noise_period;
    }
};

// Writes two rows. Both rows use the same instructions in a loop, because separate code for each
// row would exceed the instruction cache.
template <class T, OutputLayout layout>
__device__ __forceinline__ void output_pair(const OutputParameters& p, LaneColumns& columns,
                                            RowPair<layout>& pair, bool own, int height) {
    LumaPlace<T> luma(p, columns, pair.y);
#pragma unroll 1
    for (int row = 0; row < 2; ++row, luma.step()) {
        const int y = min(pair.y + row, height - 1);
        const bool stored = own && pair.y + row < height;
        Numbers numbers[4];
        output(numbers, columns.x, y, stored ? 1 : 0);
        columns.within = output_within();
        if (stored) {
            luma.store(p, columns, numbers[0]);
            if (p.component[3].plane >= 0) store_component<T>(p, columns, 3, numbers[3], y);
        }
        if (columns.beyond) {
            repeat_edge(columns, numbers[1]);
            repeat_edge(columns, numbers[2]);
        }
        pair.take(half_row(p, columns, numbers + 1));
    }
}

template <class T, OutputLayout layout>
__device__ __forceinline__ void output_rows(const Launch& launch, const OutputParameters& p) {
    LaneColumns columns = lane_columns(launch, p);
    const Band band(launch, p);
    for (int y = band.begin; y < band.end; y = band.below(y, 1)) {
        if constexpr (layout == OutputLayout::packed) {
            const PixelWords<T> pixels = pixels_of_row<T>(p, columns, y);
            if (columns.own) store_packed(p, columns, pixels, y);
            continue;
        }
        Numbers numbers[4];
        output(numbers, columns.x, y, columns.own);
        columns.within = output_within();
        if constexpr (layout == OutputLayout::woven) {
            store_woven<T>(p, columns, numbers, y);
        } else if (columns.own) {
            store_planes<T>(p, columns, numbers, y);
        }
    }
}

template <class T, OutputLayout layout>
__device__ __forceinline__ void take_chroma(const OutputParameters& p, const LaneColumns& columns,
                                            const RowPair<layout>& pair, const Band& band,
                                            Chroma& before) {
    if constexpr (layout == OutputLayout::between) {
        store_chroma<T>(p, columns, with_left(p, columns, pair.chroma[0]), pair.y >> 1);
    } else if constexpr (layout == OutputLayout::sited) {
        take_sited<T>(p, columns, pair, band, before);
    } else {
        store_chroma<T>(p, columns, with_left(p, columns, pair.chroma[0]), pair.y);
        const Chroma lower = with_left(p, columns, pair.chroma[1]);
        if (!pair.alone) store_chroma<T>(p, columns, lower, pair.y + 1);
    }
}

template <class T, OutputLayout layout, bool split>
__device__ __forceinline__ void output_pairs(const Launch& launch, const OutputParameters& p) {
    LaneColumns columns = lane_columns(launch, p);
    Band band(launch, p);
    if constexpr (split) band.split(p);
    Chroma before = {};
    for (int y = band.begin; y < band.end; y = band.below(y, 2)) {
        RowPair<layout> pair;
        pair.y = y;
        pair.alone = y + 1 >= band.height;
        output_pair<T>(p, columns, pair, columns.own, band.height);
        take_chroma<T, layout>(p, columns, pair, band, before);
    }
}

template <class T>
__device__ __forceinline__ void output_sited_pairs(const Launch& launch,
                                                   const OutputParameters& p) {
    LaneColumns columns = lane_columns(launch, p);
    Band band(launch, p);
    band.end = min(band.begin + band.rows, band.height);
    const bool empty = band.begin >= band.end;
    const int above = p.row_phase == 0 && band.begin > 0 && !empty ? 2 : 0;
    const int below = p.row_phase == 2 && band.end < band.height && !empty ? 2 : 0;
    Chroma before = {};
    for (int y = band.begin - above; y < band.end + below; y += 2) {
        RowPair<OutputLayout::sited> pair;
        pair.y = y;
        pair.alone = y + 1 >= band.height;
        const bool within = y >= band.begin && y < band.end;
        output_pair<T>(p, columns, pair, columns.own && within, band.height);
        take_chroma<T, OutputLayout::sited>(p, columns, pair, band, before);
    }
}

template <class T, OutputLayout layout, bool split = false>
__device__ __forceinline__ void output_frame(const Launch& launch, const OutputParameters& p) {
    run_block(launch, [&](const Entry*) {
        if constexpr (layout == OutputLayout::planar || layout == OutputLayout::packed ||
                      layout == OutputLayout::woven) {
            output_rows<T, layout>(launch, p);
        } else if constexpr (layout == OutputLayout::sited) {
            output_sited_pairs<T>(launch, p);
        } else {
            output_pairs<T, layout, split>(launch, p);
        }
    });
}

}  // namespace

// Defines a kernel. output_usual_blocks, the number of blocks per multiprocessor, determines which
// values the compiler keeps in registers. At run time, KernelCall::blocks can be a different
// number.
#define TONELIFT_OUTPUT(name, T, ...)                                                    \
    extern "C" __global__ void __launch_bounds__(32 * output_warps, output_usual_blocks) \
        name(const Launch launch, const __grid_constant__ OutputParameters parameters) { \
        output_frame<T, OutputLayout::__VA_ARGS__>(launch, parameters);                  \
    }

TONELIFT_OUTPUT(output_planar_u8, unsigned char, planar)
TONELIFT_OUTPUT(output_planar_u16, unsigned short, planar)
TONELIFT_OUTPUT(output_planar_f32, float, planar)
TONELIFT_OUTPUT(output_packed_u8, unsigned char, packed)
TONELIFT_OUTPUT(output_packed_u16, unsigned short, packed)
TONELIFT_OUTPUT(output_half_u8, unsigned char, half)
TONELIFT_OUTPUT(output_half_u16, unsigned short, half)
TONELIFT_OUTPUT(output_woven_u8, unsigned char, woven)
TONELIFT_OUTPUT(output_woven_u16, unsigned short, woven)
TONELIFT_OUTPUT(output_woven_u10x3, unsigned, woven)
TONELIFT_OUTPUT(output_between_u8, unsigned char, between)
TONELIFT_OUTPUT(output_between_u16, unsigned short, between)
// Kernels for a single frame that is split into tall and low blocks. The kernels output_between_*
// do not contain the code for this split, because it would slow down batches of frames.
TONELIFT_OUTPUT(output_split_u8, unsigned char, between, true)
TONELIFT_OUTPUT(output_split_u16, unsigned short, between, true)
TONELIFT_OUTPUT(output_sited_u8, unsigned char, sited)
TONELIFT_OUTPUT(output_sited_u16, unsigned short, sited)

}  // namespace tonelift::cuda
