// SPDX-License-Identifier: BSD-2-Clause
//
// Parts of the code that a plan needs or not: operations of frame steps and kinds of curves. A
// device's driver compiles a kernel when a filter starts. The engine puts a 1 or a 0 in the place
// of each `//@uses register part` before, so that what a plan does not need is left out.
#pragma once

#include <cstdint>

#include "kernels/cuda/places.h"
#include "kernels/math/host_device.h"
#include "kernels/pass.h"

namespace tonelift::frame {

// Bits of KernelCall::parts.
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

}  // namespace tonelift::frame
