// SPDX-License-Identifier: BSD-2-Clause
//
// Coefficients of the recursive Gaussian of order 3, for the CPU and the GPU.
#pragma once

namespace tonelift {

// u_i = gain x_i + a[0] u_(i-1) + a[1] u_(i-2) + a[2] u_(i-3), forward and then backward.
struct GaussPoles {
    double gain;
    double a[3];
    double boundary[3][3];
};

// `sigma` is the standard deviation in pixels. If it is 0 or less, the filter copies its input.
GaussPoles gauss_poles(double sigma);

}  // namespace tonelift
