// SPDX-License-Identifier: BSD-2-Clause
//
// Math functions that compile to one GPU instruction. Denormal results become 0.
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
