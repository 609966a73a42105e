// SPDX-License-Identifier: BSD-2-Clause
//
// Describes a plane that a core reads from device memory; shared by host and device code.
#pragma once

namespace tonelift {

// A buffer of the plan, or a plane that holds a core input.
enum PlaneStorage : int { plane_unorm16, plane_float32 };
struct Plane {
    int entry;  // index of the plane's entry in the frame
    int storage;
    int width;
    int height;
};

}  // namespace tonelift
