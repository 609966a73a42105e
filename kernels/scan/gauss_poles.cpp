// SPDX-License-Identifier: BSD-2-Clause
//
// Computes the coefficients of the recursive Gaussian.
//
// The poles come from van Vliet, Young and Verbeek, "Recursive Gaussian derivative filters", 1998,
// table 1. The boundary conditions come from Triggs and Sdika, "Boundary conditions for Young-van
// Vliet recursive filtering", 2006.
#include "kernels/scan/gauss_poles.h"

#include <array>
#include <cmath>
#include <complex>
#include <utility>

#include "kernels/math/matrix.h"

namespace tonelift {
namespace {

using Complex = std::complex<double>;
// The linear equations for the boundary conditions are ill-conditioned for large sigmas. In double
// precision, their solution would be too inaccurate.
using Real = long double;
using Row = std::array<Real, 3>;

struct Poles {
    Complex pair;
    double real;
};

Poles scaled_poles(double q) {
    return {std::pow(Complex(1.40098, 1.00236), 1.0 / q), std::pow(1.85132, 1.0 / q)};
}

double variance(const Poles& poles) {
    const auto of_pole = [](Complex d) { return 2.0 * d / ((d - 1.0) * (d - 1.0)); };
    return 2.0 * of_pole(poles.pair).real() + of_pole(poles.real).real();
}

// Returns the poles of a filter with the standard deviation `sigma`. Bisection finds the scale of
// the poles, because the variance of the filter increases with this scale.
Poles poles_of(double sigma) {
    double low = 1e-3;
    double high = sigma + 1.0;
    for (int i = 0; i < 80; ++i) {
        const double middle = 0.5 * (low + high);
        (variance(scaled_poles(middle)) < sigma * sigma ? low : high) = middle;
    }
    return scaled_poles(high);
}

Row solve_row(const Matrix<Real>& m, Row right) {
    Matrix<Real> t{};
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) t[i][j] = m[j][i];
    }
    for (int i = 0; i < 3; ++i) {
        int pivot = i;
        for (int r = i + 1; r < 3; ++r) {
            if (std::abs(t[r][i]) > std::abs(t[pivot][i])) pivot = r;
        }
        std::swap(t.at[i], t.at[pivot]);
        std::swap(right[i], right[pivot]);
        for (int r = 0; r < 3; ++r) {
            if (r == i) continue;
            const Real factor = t[r][i] / t[i][i];
            for (int c = i; c < 3; ++c) t[r][c] -= factor * t[i][c];
            right[r] -= factor * right[i];
        }
    }
    for (int i = 0; i < 3; ++i) right[i] /= t[i][i];
    return right;
}

void set_boundary(GaussPoles& poles) {
    const Matrix<Real> step = {{{poles.a[0], poles.a[1], poles.a[2]}, {1, 0, 0}, {0, 1, 0}}};
    Matrix<Real> power = step;
    Matrix<Real> system = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    for (Real a : poles.a) {
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) system[i][j] -= a * power[i][j];
        }
        power = multiply(power, step);
    }
    const Real gain = poles.gain;
    Row row = solve_row(system, {gain * step[0][0], gain * step[0][1], gain * step[0][2]});
    for (auto& out : poles.boundary) {
        Row next{};
        for (int j = 0; j < 3; ++j) {
            out[j] = static_cast<double>(row[j]);
            for (int k = 0; k < 3; ++k) next[j] += row[k] * step[k][j];
        }
        row = next;
    }
}

}  // namespace

GaussPoles gauss_poles(double sigma) {
    if (!(sigma > 0.0)) return {1.0, {0, 0, 0}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    const Poles poles = poles_of(sigma);
    const Complex p = 1.0 / poles.pair;
    const double r = 1.0 / poles.real;
    const double sum = 2.0 * p.real();
    const double square = std::norm(p);
    GaussPoles result{};
    result.a[0] = sum + r;
    result.a[1] = -(square + sum * r);
    result.a[2] = square * r;
    // With this gain, the filter preserves a constant input, although the coefficients are rounded.
    result.gain = static_cast<double>(Real{1} - result.a[0] - result.a[1] - result.a[2]);
    set_boundary(result);
    return result;
}

}  // namespace tonelift
