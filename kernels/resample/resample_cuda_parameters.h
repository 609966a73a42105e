// SPDX-License-Identifier: BSD-2-Clause
//
// Parameters of the kernels that scale planes. The CPU code and the GPU code share them.
#pragma once

#include "kernels/device/plane.h"

namespace tonelift::cuda {

struct AreaParameters {
    Plane value;
    int columns;
    double across;  // input columns per output column
    double down;
};

struct BilinearParameters {
    Plane value;
};

struct FlipParameters {
    Plane value;
    bool transposed;
    bool mirrored_x;
    bool mirrored_y;
};

struct JointLimits {
    float epsilon;
    float steepest;
    float overshoot;
};

struct JointParameters {
    Plane value;
    Plane guide;
    Plane fine_guide;
    JointLimits limits;
};

}  // namespace tonelift::cuda
