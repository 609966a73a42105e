// SPDX-License-Identifier: BSD-2-Clause
//
// Parameters shared by host and GPU.
#pragma once

#include "kernels/device/plane.h"

namespace tonelift::cuda {

struct AreaParameters {
    Plane value;
    int columns;
    double across;  // input pixels per output pixel
    double down;
};

struct BilinearParameters {
    Plane value;
};

struct TurnParameters {
    Plane value;
    bool transposed;
    bool mirrored_x;
    bool mirrored_y;
};

struct JointLimits {
    float epsilon;
    float steepest;
};

struct JointParameters {
    Plane value;
    Plane guide;
    Plane fine_guide;
    JointLimits limits;
};

}  // namespace tonelift::cuda
