// SPDX-License-Identifier: BSD-2-Clause
//
// Approximate math functions, each of which is one GPU instruction. Denormal arguments and results
// are replaced by 0.
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
