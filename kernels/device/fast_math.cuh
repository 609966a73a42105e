// SPDX-License-Identifier: BSD-2-Clause
//
// Functions that the hardware computes in one instruction, accurate to an ulp or two. Denormal
// numbers become 0.
#pragma once

namespace tonelift::cuda {

__device__ __forceinline__ float exp2_fast(float x) {
    float result;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(x));
    return result;
}

__device__ __forceinline__ float reciprocal(float x) {
    float result;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(x));
    return result;
}

}  // namespace tonelift::cuda
