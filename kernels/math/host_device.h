// SPDX-License-Identifier: BSD-2-Clause
//
// Functions that the host and the device compile from the same text.
#pragma once

#ifdef __CUDACC__
#define TONELIFT_INLINE __host__ __device__ inline
// What is large and used in many places: a device's driver compiles it once.
#define TONELIFT_CALLED __host__ __device__ __noinline__ inline
// Before a loop that stays one.
#define TONELIFT_ROLLED _Pragma("unroll 1")
#else
#define TONELIFT_INLINE inline
#define TONELIFT_CALLED inline
#define TONELIFT_ROLLED
#endif
