// SPDX-License-Identifier: BSD-2-Clause
//
// Kernels that write compressed textures. They are compiled without fused multiply-add, so that the
// results equal the results of the CPU.
#include "kernels/pack/packed.cuh"
#include "kernels/texture/blocks.cuh"

namespace tonelift::cuda {
namespace {

constexpr int components_of(BlockFormat format) {
    return format == BlockFormat::bc4 ? 8 : format == BlockFormat::bc3 ? 15 : 7;
}

constexpr bool is_dithered(BlockFormat format) {
    return format != BlockFormat::bc1 && format != BlockFormat::bc3;
}

using Row4 = PixelWords<unsigned char>;

template <BlockFormat format>
__device__ __forceinline__ Row4 computed_row(const OutputParameters& p, LaneColumns& columns,
                                             int y) {
    Row4 row =
        computed_pixels<unsigned char, components_of(format), is_dithered(format)>(p, columns, y);
#pragma unroll
    for (int i = 1; i < 4; ++i) {
        if (columns.x + i >= columns.width) row.word[i][0] = row.word[i - 1][0];
    }
    return row;
}

__device__ __forceinline__ void put_row(math::RgbaWords& block, int row,
                                        const unsigned (&word)[4]) {
#pragma unroll
    for (int i = 0; i < block_side; ++i) block.word[block_side * row + i] = word[i];
}

__device__ __forceinline__ math::RgbaWords copied_block(const Launch& launch,
                                                        const LaneColumns& columns, int y) {
    math::RgbaWords block;
#pragma unroll
    for (int row = 0; row < block_side; ++row) {
        unsigned word[4];
        input_bytes(word, columns.x, min(y + row, launch.height - 1));
        put_row(block, row, word);
    }
    return block;
}

// Computes the pixels of a 4x4 block. The code is larger than the first-level instruction caches. A
// barrier therefore makes all warps compute the same row at the same time, so that the warps share
// the instructions in these caches.
template <BlockFormat format>
__device__ __forceinline__ math::RgbaWords computed_block(const Launch& launch,
                                                          const OutputParameters& p,
                                                          LaneColumns& columns, int y) {
    __shared__ uint4 kept[block_side][32 * output_warps];
    const int thread = threadIdx.y * 32 + threadIdx.x;
    Row4 pixels = {};
#pragma unroll 1
    for (int row = 0; row < block_side; ++row) {
        __syncthreads();
        if (y + row < launch.height) pixels = computed_row<format>(p, columns, y + row);
        const auto& w = pixels.word;
        kept[row][thread] = make_uint4(w[0][0], w[1][0], w[2][0], w[3][0]);
    }
    math::RgbaWords block;
#pragma unroll
    for (int row = 0; row < block_side; ++row) {
        const uint4 words = kept[row][thread];
        put_row(block, row, {words.x, words.y, words.z, words.w});
    }
    return block;
}

template <BlockFormat format>
__device__ __forceinline__ void store_block(const LaneColumns& columns, int y,
                                            const unsigned long long (&bits)[2]) {
    const longlong2 entry = __ldg(reinterpret_cast<const longlong2*>(columns.planes));
    const long long row = static_cast<long long>(y / block_side) * entry.y;
    const long long column = static_cast<long long>(columns.x / block_side) * block_bytes(format);
    auto* const to = reinterpret_cast<unsigned long long*>(entry.x + row + column);
    to[0] = bits[0];
    if (block_bytes(format) == 16) to[1] = bits[1];
}

template <BlockFormat format, BlockQuality quality>
__device__ __forceinline__ void output_texture(const Launch& launch, const OutputParameters& p) {
    run_block(launch, [&](const Entry*) {
        LaneColumns columns = lane_columns(launch, p);
        const int side = block_side * output_warps;
        int y = blockIdx.y * output_warps * p.rows + block_side * threadIdx.y;
#pragma unroll 1
        for (int row = 0; row < p.rows; row += block_side, y += side) {
            const math::RgbaWords block = copies_input()
                                              ? copied_block(launch, columns, y)
                                              : computed_block<format>(launch, p, columns, y);
            unsigned long long bits[2];
            math::compress<format, quality>(block, bits);
            if (columns.own && y < launch.height) store_block<format>(columns, y, bits);
        }
    });
}

}  // namespace

#define TONELIFT_TEXTURE_KERNEL(format, quality)                                            \
    extern "C" __global__ void __launch_bounds__(32 * output_warps, texture_most_blocks)    \
        texture_##format##_##quality(const Launch launch,                                   \
                                     const __grid_constant__ OutputParameters parameters) { \
        output_texture<BlockFormat::format, BlockQuality::quality>(launch, parameters);     \
    }

TONELIFT_TEXTURE_KERNEL(bc1, fast)
TONELIFT_TEXTURE_KERNEL(bc1, normal)
TONELIFT_TEXTURE_KERNEL(bc3, fast)
TONELIFT_TEXTURE_KERNEL(bc3, normal)
TONELIFT_TEXTURE_KERNEL(bc3_ycocg, fast)
TONELIFT_TEXTURE_KERNEL(bc3_ycocg, normal)
TONELIFT_TEXTURE_KERNEL(bc4, fast)
TONELIFT_TEXTURE_KERNEL(bc4, normal)

}  // namespace tonelift::cuda
