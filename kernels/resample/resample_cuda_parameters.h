// SPDX-License-Identifier: BSD-2-Clause
//
// The second parameters of the resample kernels, shared by host and device code.
#pragma once

#include "kernels/device/plane.h"

namespace tonelift::cuda {

struct AreaParameters {
    Plane value;
    int columns;    // output columns per block
    double across;  // input pixels per output pixel
    double down;
};

struct BilinearParameters {
    Plane value;
};

// A flip mirrors an axis; a transpose exchanges rows and columns.
struct TurnParameters {
    Plane value;
    bool transposed;
    bool mirrored_x;
    bool mirrored_y;
};

// The limits of the slope, see Resample.
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
