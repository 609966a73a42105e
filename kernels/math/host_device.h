// SPDX-License-Identifier: BSD-2-Clause
//
// Macros for functions that are compiled for both the CPU and the GPU.
#pragma once

#ifdef __CUDACC__
#define TONELIFT_INLINE __host__ __device__ inline
#define TONELIFT_CALLED __host__ __device__ __noinline__ inline
#define TONELIFT_ROLLED _Pragma("unroll 1")
#define TONELIFT_UNROLLED _Pragma("unroll")
#else
#define TONELIFT_INLINE inline
#define TONELIFT_CALLED inline
#define TONELIFT_ROLLED
#define TONELIFT_UNROLLED
#endif
