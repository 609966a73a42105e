// SPDX-License-Identifier: BSD-2-Clause
//
// Coefficients of the recursive Gaussian of order 3, for the CPU and the GPU.
#pragma once

namespace tonelift {

// Coefficients of the recurrence from input x to output u: u_i = gain x_i + a[0] u_(i-1) + a[1]
// u_(i-2) + a[2] u_(i-3). The filter runs this recurrence forward and then backward.
struct GaussPoles {
    double gain;
    double a[3];
    double boundary[3][3];
};

// Returns the coefficients for the standard deviation `sigma` in pixels. If `sigma` is 0 or less,
// the filter copies its input.
GaussPoles gauss_poles(double sigma);

}  // namespace tonelift
