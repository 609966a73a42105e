// SPDX-License-Identifier: BSD-2-Clause
//
// Removes kernel code that a plan does not need: operations of frame steps, and kinds of curves.
// The driver compiles a kernel when a filter starts. Before that, the engine replaces each `//@uses
// register part` by 1 or 0. The driver then removes the parts for which the register is 0.
#pragma once

#include <cstdint>

#include "kernels/device/places.h"
#include "kernels/math/host_device.h"
#include "kernels/pass.h"

namespace tonelift::frame {

// Returns the index of an operation's or a curve's bit in KernelCall::parts.
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

// Returns whether a plan uses any of the parts. Functions that are not inlined begin with this
// test. Otherwise the driver would compile them even after all of their calls have been removed.
template <auto... parts>
TONELIFT_INLINE bool uses_any() {
    return (uses<parts>() || ...);
}

}  // namespace tonelift::frame
