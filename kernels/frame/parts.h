// SPDX-License-Identifier: BSD-2-Clause
//
// Removes unused code from a kernel. The library replaces each comment `//@uses register part` by
// an instruction that sets the register to 1 if the plan needs the part, and to 0 otherwise.
#pragma once

#include "kernels/device/splice_points.h"
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

// Returns whether the plan needs at least one of the parts. Functions that are not inlined begin
// with this test. Without the test, the driver would compile such functions even if nothing calls
// them.
template <auto... parts>
TONELIFT_INLINE bool uses_any() {
    return (uses<parts>() || ...);
}

}  // namespace tonelift::frame
