// SPDX-License-Identifier: BSD-2-Clause
//
// Coefficients of the recursive Gaussian of order 3, for the CPU and the GPU.
#pragma once

namespace tonelift {

// The recurrence u_i = gain x_i + a[0] u_(i-1) + a[1] u_(i-2) + a[2] u_(i-3), and then the same
// over u from the other end. With an input that repeats its last value L for ever, the backward
// recurrence starts behind the end with v_(n+i) = L + sum_j boundary[i][j] (u_(n-1-j) - L).
struct GaussPoles {
    double gain;
    double a[3];
    double boundary[3][3];
};

// sigma: standard deviation in pixels; 0 and less: no filter at all.
GaussPoles gauss_poles(double sigma);

}  // namespace tonelift
