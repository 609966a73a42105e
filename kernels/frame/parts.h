// SPDX-License-Identifier: BSD-2-Clause
//
// Removes unused code from a kernel: the library replaces each `//@uses register part` by 1 or 0.
#pragma once

#include <cstdint>

#include "kernels/device/places.h"
#include "kernels/math/host_device.h"
#include "kernels/pass.h"

namespace tonelift::frame {

constexpr int part_of(FrameOp op) { return static_cast<int>(op); }
constexpr int part_of(CurveKind kind) { return 32 + static_cast<int>(kind); }

template <auto part>
TONELIFT_INLINE bool uses() {
#ifdef __CUDA_ARCH__
    int used;
    TONELIFT_MARK(asm, uses, "%0 %1", : "=r"(used) : "n"(part_of(part)));
    return used != 0;
#else
    return true;
#endif
}

// Functions that are not inlined begin with this test. Otherwise the driver would compile them even
// if they are never called.
template <auto... parts>
TONELIFT_INLINE bool uses_any() {
    return (uses<parts>() || ...);
}

}  // namespace tonelift::frame
