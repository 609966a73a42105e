// SPDX-License-Identifier: BSD-2-Clause
//
// Detects whether the operating system saves AVX and AVX-512 registers. The method is in the Intel
// SDM, volume 1, sections 14.3 and 15.2.
#pragma once

#include <cstdint>

namespace tonelift {

struct SavedRegisters {
    bool avx;
    bool avx512;

    bool operator==(const SavedRegisters&) const = default;
};

// `features` is the register ECX after CPUID leaf 1. xcr0() runs XGETBV, which is an illegal
// instruction unless the bit OSXSAVE of `features` is set.
template <typename Xcr0>
SavedRegisters saved_registers(uint32_t features, const Xcr0& xcr0) {
    constexpr uint32_t osxsave = 1u << 27;
    constexpr uint64_t xmm_and_ymm = 1u << 1 | 1u << 2;
    constexpr uint64_t masks_and_zmm = 1u << 5 | 1u << 6 | 1u << 7;
    const uint64_t saved = (features & osxsave) != 0 ? xcr0() : 0;
    const bool avx = (saved & xmm_and_ymm) == xmm_and_ymm;
    return {avx, avx && (saved & masks_and_zmm) == masks_and_zmm};
}

}  // namespace tonelift
