// SPDX-License-Identifier: BSD-2-Clause
//
// 3x3 matrices for colors and filter coefficients.
#pragma once

#include <cstddef>

namespace tonelift {

template <typename Real>
struct Matrix {
    Real at[3][3];  // [row][column]

    constexpr Real* operator[](std::size_t row) { return at[row]; }
    constexpr const Real* operator[](std::size_t row) const { return at[row]; }
};

template <typename Real>
constexpr Matrix<Real> multiply(const Matrix<Real>& a, const Matrix<Real>& b) {
    Matrix<Real> product{};
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            for (int k = 0; k < 3; ++k) product.at[i][j] += a.at[i][k] * b.at[k][j];
        }
    }
    return product;
}

template <typename Real>
constexpr Real minor(const Matrix<Real>& m, int row, int column) {
    const int r0 = (row + 1) % 3, r1 = (row + 2) % 3, c0 = (column + 1) % 3, c1 = (column + 2) % 3;
    return m.at[r0][c0] * m.at[r1][c1] - m.at[r0][c1] * m.at[r1][c0];
}

template <typename Real>
constexpr Matrix<Real> inverse(const Matrix<Real>& m) {
    Real determinant = 0;
    for (int j = 0; j < 3; ++j) determinant += m.at[0][j] * minor(m, 0, j);
    Matrix<Real> result{};
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) result.at[i][j] = minor(m, j, i) / determinant;
    }
    return result;
}

}  // namespace tonelift
