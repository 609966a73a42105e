// SPDX-License-Identifier: BSD-2-Clause
// Finds color primaries by their code point in ITU-T H.273, table 2, and converts linear light
// between primaries.
#pragma once

#include <array>

#include "kernels/math/constants.h"
#include "kernels/math/matrix.h"

namespace tonelift {

using Matrix3 = Matrix<double>;
using Vector3 = std::array<double, 3>;

Vector3 multiply(const Matrix3& a, const Vector3& v);

bool primaries_supported(int primaries);

// Returns the xy coordinates of the primaries and their white. Throws Error (unsupported) for an
// unknown code point.
const constants::Primaries& chromaticities(int primaries);

// Returns the code point of the primaries whose coordinates all differ by less than 0.002 from
// `of`. Returns 2 (unspecified) if no primaries are that close.
int primaries_code_point(const constants::Primaries& of);

// Returns the matrix from linear RGB to CIE 1931 XYZ, with white at Y = 1.
Matrix3 rgb_to_xyz(int primaries);

// Return the matrix from linear RGB in the primaries `from` to linear RGB in the primaries `to`.
// White stays white (Bradford adaptation).
Matrix3 convert_primaries(int from, int to);
Matrix3 convert_primaries(const constants::Primaries& from, int to);

// Returns the matrix from the cone responses of Oklab to linear light of BT.2020.
Matrix3 oklab_cones_to_rgb();

}  // namespace tonelift
