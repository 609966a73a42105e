// SPDX-License-Identifier: BSD-2-Clause
//
// The instruction sets that SIMD code is compiled for. Include before Highway: SSSE3 without SSE4
// is not worth its compile time, and nothing here gains from the sets beyond AVX-512 with BW, DQ
// and VL.
#pragma once

#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)
