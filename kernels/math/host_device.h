// SPDX-License-Identifier: BSD-2-Clause
//
// Functions that the host and the device compile from the same text.
#pragma once

#ifdef __CUDACC__
#define TONELIFT_INLINE __host__ __device__ inline
#else
#define TONELIFT_INLINE inline
#endif
