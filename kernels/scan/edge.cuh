// SPDX-License-Identifier: BSD-2-Clause
//
// Arithmetic of the edge-aware recursive filter on CUDA. The filters along rows and along columns
// share it.
#pragma once

#include "kernels/device/splice_points.cuh"
#include "kernels/scan/scan_cuda_parameters.h"
#include "kernels/scan/scan_cuda_policy.h"

namespace tonelift::cuda {

__device__ __forceinline__ float link_weight(const EdgeScanParameters& p, float step) {
    float fall;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(fall) : "f"(-fabsf(p.slope * step)));
    return p.flat_weight * fall;
}

// Interpolates from `value` to `neighbor`. This formula keeps a constant picture exactly constant,
// because the difference is 0.
__device__ __forceinline__ float lerp(float value, float neighbor, float weight) {
    return fmaf(weight, neighbor - value, value);
}

}  // namespace tonelift::cuda
