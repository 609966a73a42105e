// SPDX-License-Identifier: BSD-2-Clause
//
// The instructions that are available to code for the current HWY_TARGET. Target names are not
// tested, because Highway adds targets: it had one with AVX-512, and now has five. Better targets
// have lower numbers.
#pragma once

#define TONELIFT_AVX2 (HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2)
#define TONELIFT_AVX512 (HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3)
#define TONELIFT_NEON (HWY_ARCH_ARM_A64 && HWY_TARGET < HWY_EMU128)

// Number of pieces of a piecewise polynomial, whose coefficients are looked up in registers. 0: the
// target has no such lookups.
#define TONELIFT_SEGMENTS (TONELIFT_AVX512 ? 32 : TONELIFT_AVX2 || TONELIFT_NEON ? 8 : 0)
