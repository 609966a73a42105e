// SPDX-License-Identifier: BSD-2-Clause
//
// Macros that tell which instruction sets the current HWY_TARGET includes. In Highway, a target
// with more instructions has a lower number.
#pragma once

#define TONELIFT_AVX2 (HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2)
#define TONELIFT_AVX512 (HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3)
#define TONELIFT_NEON (HWY_ARCH_ARM_A64 && HWY_TARGET < HWY_EMU128)

// Number of segments of each piecewise polynomial in segments.h, or 0 if the target has no
// instruction that looks up coefficients in registers.
#define TONELIFT_SEGMENTS (TONELIFT_AVX512 ? 32 : TONELIFT_AVX2 || TONELIFT_NEON ? 8 : 0)
