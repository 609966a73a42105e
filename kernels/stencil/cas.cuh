// SPDX-License-Identifier: BSD-2-Clause
//
// Contrast adaptive sharpening (CAS) on CUDA. kernels/stencils.def defines the result.
#pragma once

#include "kernels/device/planes.cuh"
#include "kernels/device/splice_points.cuh"
#include "kernels/stencil/convolve.cuh"
#include "kernels/stencil/stencil_cuda_parameters.h"
#include "kernels/stencil/stencil_cuda_policy.h"
#include "kernels/stencil/stencil_policy.h"

namespace tonelift::cuda {

struct Extremes {
    float low, high;
    __device__ __forceinline__ void take(float v) {
        low = fminf(low, v);
        high = fmaxf(high, v);
    }
};

__device__ __forceinline__ float cas_weight(const Extremes& cross, const Extremes& square,
                                            float most) {
    const float above = (1.0f - cross.high) + (1.0f - square.high);
    const float room = fminf(cross.low + square.low, above);
    return most * sqrtf(__saturatef(room / fmaxf(cross.high + square.high, smallest_threshold)));
}

template <class Reader>
__device__ __forceinline__ float cas_pixel(const Reader& reader, const CasParameters& p, int x,
                                           int y) {
    const decltype(reader.row(y)) rows[3] = {reader.row(y - p.radius_y), reader.row(y),
                                             reader.row(y + p.radius_y)};
    const auto tap = [&](int row, int column) {
        return reader.at(rows[row], x + (column - 1) * p.radius_x);
    };
    const float here = tap(1, 1);
    Extremes cross{here, here};
    float sum = 0;
    for (const float v : {tap(0, 1), tap(1, 0), tap(1, 2), tap(2, 1)}) {
        cross.take(v);
        sum += v - here;
    }
    Extremes square = cross;
    for (const float v : {tap(0, 0), tap(0, 2), tap(2, 0), tap(2, 2)}) square.take(v);
    const float w = cas_weight(cross, square, p.most);
    return fmaf(-w / fmaf(-4.0f, w, 1.0f), sum, here);
}

__device__ __forceinline__ void cas_pixels(const Launch& launch, const CasParameters& p) {
    run_block(launch, [&](const Entry* frame) {
        const int x = blockIdx.x * tile_columns + threadIdx.x % 32 * 4;
        const int y = blockIdx.y * stencil_warps + threadIdx.x / 32;
        float v[1][4];
        with_reader(PlaneView(frame, p.value), [&](const auto& reader) {
#pragma unroll
            for (int pixel = 0; pixel < 4; ++pixel)
                v[0][pixel] = cas_pixel(reader, p, x + pixel, y);
        });
        finish_rows(launch, v, x, y);
    });
}

}  // namespace tonelift::cuda
