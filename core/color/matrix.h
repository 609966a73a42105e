// SPDX-License-Identifier: BSD-2-Clause
//
// 3x3 matrices in double precision, for color conversions at plan time.
#pragma once

#include <array>
#include <cstddef>

namespace tonelift {

using Vector3 = std::array<double, 3>;
using Matrix3 = std::array<Vector3, 3>;  // rows

Matrix3 multiply(const Matrix3& a, const Matrix3& b);
Vector3 multiply(const Matrix3& a, const Vector3& v);
Matrix3 inverse(const Matrix3& a);

}  // namespace tonelift
