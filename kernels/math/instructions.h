// SPDX-License-Identifier: BSD-2-Clause
//
// Macros for the instructions that code for the current HWY_TARGET may use. The code tests these
// macros instead of the name of a target, because the set of targets changes: Highway first had one
// target with AVX-512, and now has five. Better targets have lower numbers. For use in #if, after
// hwy/highway.h.
#pragma once

#define TONELIFT_AVX2 (HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2)
#define TONELIFT_AVX512 (HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3)
#define TONELIFT_NEON (HWY_ARCH_ARM_A64 && HWY_TARGET < HWY_EMU128)

// Number of segments of a piecewise polynomial (kernels/math/segments.h). Its coefficients are
// looked up in registers. 0 if the target has no such lookups.
#define TONELIFT_SEGMENTS (TONELIFT_AVX512 ? 32 : TONELIFT_AVX2 || TONELIFT_NEON ? 8 : 0)
