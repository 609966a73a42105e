// SPDX-License-Identifier: BSD-2-Clause
//
// The recursive Gaussian of order 3 for GPUs, as a recurrence over u and its first and second
// difference, which keeps full precision for poles near 1.
#pragma once

#include "kernels/math/matrix.h"

namespace tonelift {

// The new second difference is gain (x - u) + first (first difference) + second (second
// difference). It is added to the first difference, which is then added to u.
struct GaussDifferences {
    using Real = long double;
    using Matrix = tonelift::Matrix<Real>;

    Real gain;
    Real first;
    Real second;
    Matrix turn;  // maps the final forward state, minus the last input, to the initial backward
                  // state
};

GaussDifferences gauss_differences(double sigma);

}  // namespace tonelift
