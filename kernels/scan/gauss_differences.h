// SPDX-License-Identifier: BSD-2-Clause
//
// Coefficients of the recursive Gaussian for GPUs. The recurrence over differences stays precise if
// the poles are close to 1.
#pragma once

#include "kernels/math/matrix.h"

namespace tonelift {

// Coefficients of a recurrence. Its state is a value, and the value's first and second difference.
struct GaussDifferences {
    using Real = long double;
    using Matrix = tonelift::Matrix<Real>;

    Real gain;
    Real first;
    Real second;
    Matrix reversal;
};

GaussDifferences gauss_differences(double sigma);

}  // namespace tonelift
