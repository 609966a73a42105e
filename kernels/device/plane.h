// SPDX-License-Identifier: BSD-2-Clause
#pragma once

namespace tonelift {

enum PlaneStorage : int { plane_unorm16, plane_float32 };
struct Plane {
    int entry;
    int storage;
    int width;
    int height;
};

}  // namespace tonelift
