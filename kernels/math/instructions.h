// SPDX-License-Identifier: BSD-2-Clause
//
// The instructions that code of the current HWY_TARGET may use, by feature and not by the target's
// name: Highway has had one target with AVX-512, and has five since. A lower number is a better
// target. For use in #if, after hwy/highway.h.
#pragma once

#define TONELIFT_AVX2 (HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2)
#define TONELIFT_AVX512 (HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3)
