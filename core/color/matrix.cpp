// SPDX-License-Identifier: BSD-2-Clause
#include "core/color/matrix.h"

namespace tonelift {

Matrix3 multiply(const Matrix3& a, const Matrix3& b) {
    Matrix3 product{};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column) {
            for (std::size_t k = 0; k < 3; ++k) product[row][column] += a[row][k] * b[k][column];
        }
    }
    return product;
}

Vector3 multiply(const Matrix3& a, const Vector3& v) {
    Vector3 product{};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t k = 0; k < 3; ++k) product[row] += a[row][k] * v[k];
    }
    return product;
}

Matrix3 inverse(const Matrix3& a) {
    Matrix3 cofactors{};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column) {
            const std::size_t r1 = (row + 1) % 3, r2 = (row + 2) % 3;
            const std::size_t c1 = (column + 1) % 3, c2 = (column + 2) % 3;
            cofactors[row][column] = a[r1][c1] * a[r2][c2] - a[r1][c2] * a[r2][c1];
        }
    }
    double determinant = 0;
    for (std::size_t k = 0; k < 3; ++k) determinant += a[0][k] * cofactors[0][k];
    Matrix3 result{};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column) {
            result[row][column] = cofactors[column][row] / determinant;
        }
    }
    return result;
}

}  // namespace tonelift
