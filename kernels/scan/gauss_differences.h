// SPDX-License-Identifier: BSD-2-Clause
//
// The recursive Gaussian of order 3 over u, its first and its second difference: in this form poles
// near 1 cost no precision, and neither do powers of the matrix. For GPUs.
#pragma once

#include "kernels/math/matrix.h"

namespace tonelift {

// The new second difference is gain (x - u) + first (first difference) + second (second
// difference); it is added to the first difference, which is added to u.
struct GaussDifferences {
    using Real = long double;
    using Matrix = tonelift::Matrix<Real>;

    Real gain;
    Real first;
    Real second;
    Matrix turn;  // from the final forward state minus the last input to the initial backward state
};

GaussDifferences gauss_differences(double sigma);

}  // namespace tonelift
