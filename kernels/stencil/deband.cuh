// SPDX-License-Identifier: BSD-2-Clause
//
// Debanding on CUDA. Each thread reads the neighbors of its pixels from device memory.
#pragma once

#include "kernels/device/planes.cuh"
#include "kernels/device/splice_points.cuh"
#include "kernels/pass.h"
#include "kernels/stencil/convolve.cuh"
#include "kernels/stencil/deband.h"
#include "kernels/stencil/stencil_cuda_parameters.h"
#include "kernels/stencil/stencil_cuda_policy.h"

namespace tonelift::cuda {

__device__ __forceinline__ uint32_t seed_of(const Entry* frame) {
    const auto* values = reinterpret_cast<const uint32_t*>(frame[entry_values].address);
    return values[static_cast<int>(FrameUniform::noise)];
}

template <class Reader>
__device__ __forceinline__ float deband_step(const Reader& reader, int x, int y,
                                             tonelift::deband::Offset by, float scale, float v) {
    const float taps[4] = {reader.at(reader.row(y + by.y), x + by.x) - v,
                           reader.at(reader.row(y + by.x), x - by.y) - v,
                           reader.at(reader.row(y - by.y), x - by.x) - v,
                           reader.at(reader.row(y - by.x), x + by.y) - v};
    const float furthest =
        fmaxf(fmaxf(fabsf(taps[0]), fabsf(taps[1])), fmaxf(fabsf(taps[2]), fabsf(taps[3])));
    const float weight = __saturatef(fmaf(-furthest, scale, 2.0f));
    return fmaf(weight, 0.25f * ((taps[0] + taps[1]) + (taps[2] + taps[3])), v);
}

__device__ __forceinline__ void deband_pixels(const Launch& launch, const DebandParameters& p) {
    run_block(launch, [&](const Entry* frame) {
        const int x = blockIdx.x * tile_columns + threadIdx.x % 32 * 4;
        const int y = blockIdx.y * stencil_warps + threadIdx.x / 32;
        float v[1][4];
        with_reader(PlaneView(frame, p.value), [&](const auto& reader) {
            const uint32_t row =
                tonelift::deband::row_bits(static_cast<uint32_t>(y), seed_of(frame));
            spread(reader.four(reader.row(y), x), v[0]);
#pragma unroll 1
            for (int i = 1; i <= p.iterations; ++i) {
                const int reach = tonelift::deband::reach_of(p.radius, i, p.iterations);
#pragma unroll
                for (int pixel = 0; pixel < 4; ++pixel) {
                    const uint32_t bits = tonelift::deband::random_bits(
                        row, static_cast<uint32_t>(x + pixel), static_cast<uint32_t>(i));
                    v[0][pixel] =
                        deband_step(reader, x + pixel, y, tonelift::deband::offset_of(bits, reach),
                                    p.scale * static_cast<float>(i), v[0][pixel]);
                }
            }
        });
        finish_rows(launch, v, x, y);
    });
}

}  // namespace tonelift::cuda
