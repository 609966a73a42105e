// SPDX-License-Identifier: BSD-2-Clause
//
// Macros for functions that host and device compile from the same source.
#pragma once

#ifdef __CUDACC__
#define TONELIFT_INLINE __host__ __device__ inline
// Marks a large function with many callers. The device compiler emits it once and does not inline
// it.
#define TONELIFT_CALLED __host__ __device__ __noinline__ inline
// Precedes a loop that must not be unrolled.
#define TONELIFT_ROLLED _Pragma("unroll 1")
// Precedes a loop that must be unrolled, so that its arrays stay in registers.
#define TONELIFT_UNROLLED _Pragma("unroll")
#else
#define TONELIFT_INLINE inline
#define TONELIFT_CALLED inline
#define TONELIFT_ROLLED
#define TONELIFT_UNROLLED
#endif
