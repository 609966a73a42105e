// SPDX-License-Identifier: BSD-2-Clause
//
// The pass that ends in a texture, on the device. A lane has a block of 4x4 pixels: their codes,
// those that the format RGBA would have, lie in shared memory until the four rows are there. Then
// it is compressed in registers. Compiled without contractions, so that blocks are those of the
// CPU.
#include "kernels/pack/samples.cuh"
#include "kernels/texture/blocks.cuh"

namespace tonelift::cuda {
namespace {

// R, G, B and A bytes of the pixels of a row.
struct Codes {
    unsigned pixel[4];
};

// The components that a format compresses, as bits.
constexpr int components_of(BlockFormat format) {
    return format == BlockFormat::bc4 ? 8 : format == BlockFormat::bc3 ? 15 : 7;
}

template <BlockFormat format>
__device__ __forceinline__ Codes codes_of(const OutputParameters& p, const Place& place,
                                          const Numbers (&numbers)[4], int y) {
    Codes codes = {};
#pragma unroll
    for (int c = 0; c < 4; ++c) {
        if ((components_of(format) >> c & 1) == 0) continue;
        const float4 noise = *reinterpret_cast<const float4*>(noise_at(place, c, place.x, y));
        const float offset[4] = {noise.x, noise.y, noise.z, noise.w};
        // Byte 0 of a code in place of byte c.
        const unsigned selector = 0x3210u + ((4u - c) << 4 * c);
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            const unsigned code =
                quantize(numbers[c][i], offset[i], p.component[c], place.within >> c & 1);
            codes.pixel[i] = __byte_perm(codes.pixel[i], code, selector);
        }
    }
#pragma unroll
    for (int i = 1; i < 4; ++i) {
        if (place.x + i >= place.width) codes.pixel[i] = codes.pixel[i - 1];
    }
    return codes;
}

// Computes the rows of a block; those beyond the picture repeat the last one.
template <BlockFormat format>
__device__ __forceinline__ math::RgbaWords pixels_of(const Launch& launch,
                                                     const OutputParameters& p, Place& place,
                                                     int y) {
    __shared__ uint4 kept[block_side][32 * output_warps];
    const int thread = threadIdx.y * 32 + threadIdx.x;
    Codes codes = {};
#pragma unroll 1
    for (int row = 0; row < block_side; ++row) {
        if (y + row < launch.height) {
            Numbers numbers[4];
            output(numbers, place.x, y + row, place.own);
            place.within = output_within();
            codes = codes_of<format>(p, place, numbers, y + row);
        }
        kept[row][thread] =
            make_uint4(codes.pixel[0], codes.pixel[1], codes.pixel[2], codes.pixel[3]);
    }
    math::RgbaWords block;
#pragma unroll
    for (int row = 0; row < block_side; ++row) {
        const uint4 words = kept[row][thread];
        block.word[4 * row] = words.x;
        block.word[4 * row + 1] = words.y;
        block.word[4 * row + 2] = words.z;
        block.word[4 * row + 3] = words.w;
    }
    return block;
}

// Rows of blocks begin at multiples of 8 bytes.
template <BlockFormat format>
__device__ __forceinline__ void store_block(const Place& place, int y,
                                            const unsigned long long (&bits)[2]) {
    const longlong2 entry = __ldg(reinterpret_cast<const longlong2*>(place.planes));
    const long long row = static_cast<long long>(y / block_side) * entry.y;
    const long long column = static_cast<long long>(place.x / block_side) * block_bytes(format);
    auto* const to = reinterpret_cast<unsigned long long*>(entry.x + row + column);
    to[0] = bits[0];
    if (block_bytes(format) == 16) to[1] = bits[1];
}

template <BlockFormat format, BlockQuality quality>
__device__ __forceinline__ void output_texture(const Launch& launch, const OutputParameters& p) {
    setup(frame_of(launch), launch.width);
    __syncthreads();
    Place place = place_of(launch, p);
    const int y = (blockIdx.y * output_warps + threadIdx.y) * block_side;
    if (y < launch.height) {
        const math::RgbaWords block = pixels_of<format>(launch, p, place, y);
        unsigned long long bits[2];
        math::compress<format, quality>(block, bits);
        if (place.own) store_block<format>(place, y, bits);
    }
    __syncthreads();
    finish(blockIdx.y * gridDim.x + blockIdx.x);
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
