// SPDX-License-Identifier: BSD-2-Clause
//
// Arithmetic of the edge-aware recursive filters, shared by the kernels along rows and along
// columns.
#pragma once

#include "kernels/device/places.cuh"
#include "kernels/scan/scan_cuda_parameters.h"
#include "kernels/scan/scan_cuda_policy.h"

namespace tonelift::cuda {

// Returns the weight of the link between two adjacent pixels whose guides differ by `step`.
// flat_weight is the weight at equal guides. It is computed by the host with more precision,
// because it determines how far the filter reaches where the guide is constant.
__device__ __forceinline__ float link_weight(const EdgeScanParameters& p, float step) {
    float fall;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(fall) : "f"(-fabsf(p.slope * step)));
    return p.flat_weight * fall;
}

// Moves `value` toward `neighbor` by the share `weight`. In a constant picture the result is
// exactly constant.
__device__ __forceinline__ float lerp(float value, float neighbor, float weight) {
    return fmaf(weight, neighbor - value, value);
}

}  // namespace tonelift::cuda
