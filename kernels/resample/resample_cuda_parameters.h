// SPDX-License-Identifier: BSD-2-Clause
//
// The second parameters of the resample kernels, the same for host and device code.
#pragma once

#include "kernels/device/plane.h"

namespace tonelift::cuda {

struct AreaParameters {
    Plane value;
    int columns;    // of output a block
    double across;  // input pixels to an output pixel
    double down;
};

struct BilinearParameters {
    Plane value;
};

// A picture turned: columns become rows, or an axis is mirrored.
struct TurnParameters {
    Plane value;
    bool transposed;
    bool mirrored_x;
    bool mirrored_y;
};

// See Resample.
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
