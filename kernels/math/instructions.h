// SPDX-License-Identifier: BSD-2-Clause
//
// The instructions that code of the current HWY_TARGET may use, by feature. Names of targets would
// not do: Highway first had one target with AVX-512 and now has five. Better targets have lower
// numbers. For use in #if, after hwy/highway.h.
#pragma once

#define TONELIFT_AVX2 (HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2)
#define TONELIFT_AVX512 (HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3)
