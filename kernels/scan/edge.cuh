// SPDX-License-Identifier: BSD-2-Clause
//
// Arithmetic shared by the edge-aware recursive filters along x and along y.
#pragma once

#include "kernels/device/places.cuh"
#include "kernels/scan/scan_cuda_parameters.h"
#include "kernels/scan/scan_cuda_policy.h"

namespace tonelift::cuda {

// Weight of the link between two neighbors whose guides differ by `step`. flat_weight, the weight
// where the guide is constant and the filter reaches far, keeps the precision of the host.
__device__ __forceinline__ float link_weight(const EdgeScanParameters& p, float step) {
    float fall;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(fall) : "f"(-fabsf(p.slope * step)));
    return p.flat_weight * fall;
}

// Moves `value` toward `neighbor` by `weight`. A constant stays exactly constant.
__device__ __forceinline__ float lerp(float value, float neighbor, float weight) {
    return fmaf(weight, neighbor - value, value);
}

}  // namespace tonelift::cuda
