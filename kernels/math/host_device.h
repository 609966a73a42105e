// SPDX-License-Identifier: BSD-2-Clause
//
// Functions that the host and the device compile from the same text.
#pragma once

#ifdef __CUDACC__
#define TONELIFT_INLINE __host__ __device__ inline
// A large function with many callers, which a device's driver compiles once.
#define TONELIFT_CALLED __host__ __device__ __noinline__ inline
// Precedes a loop that must not be unrolled.
#define TONELIFT_ROLLED _Pragma("unroll 1")
// Precedes a loop that must be, so that its arrays lie in registers.
#define TONELIFT_UNROLLED _Pragma("unroll")
#else
#define TONELIFT_INLINE inline
#define TONELIFT_CALLED inline
#define TONELIFT_ROLLED
#define TONELIFT_UNROLLED
#endif
