// SPDX-License-Identifier: BSD-2-Clause
//
// A plane that a core reads from memory, the same for host and device code.
#pragma once

namespace tonelift::cuda {

// A buffer of the plan, or an input of the core kept in one.
enum PlaneStorage : int { plane_unorm16, plane_float32 };
struct Plane {
    int entry;  // index of the frame's entry
    int storage;
    int width;
    int height;
};

}  // namespace tonelift::cuda
