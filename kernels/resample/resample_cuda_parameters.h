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

// Parameters of flips, which mirror an axis, and of the transpose, which exchanges rows and
// columns.
struct TurnParameters {
    Plane value;
    bool transposed;
    bool mirrored_x;
    bool mirrored_y;
};

// The parameters that limit the slope of a joint resample, see Resample.
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
