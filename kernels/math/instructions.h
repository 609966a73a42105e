// SPDX-License-Identifier: BSD-2-Clause
//
// The instructions that are available for the current HWY_TARGET. Better targets have lower
// numbers.
#pragma once

#define TONELIFT_AVX2 (HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2)
#define TONELIFT_AVX512 (HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3)
#define TONELIFT_NEON (HWY_ARCH_ARM_A64 && HWY_TARGET < HWY_EMU128)

// Number of pieces of a piecewise polynomial; 0 if the target has no lookups in registers.
#define TONELIFT_SEGMENTS (TONELIFT_AVX512 ? 32 : TONELIFT_AVX2 || TONELIFT_NEON ? 8 : 0)
