// SPDX-License-Identifier: BSD-2-Clause
//
// A plane that a core reads as it lies in memory, the same for host and device code.
#pragma once

namespace tonelift::cuda {

// A buffer of the plan, or an input of the core kept in one.
enum PlaneStorage : int { plane_unorm16, plane_float16, plane_float32 };
struct Plane {
    int entry;  // of the frame
    int storage;
    int width;
    int height;
};

}  // namespace tonelift::cuda
