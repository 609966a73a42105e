// SPDX-License-Identifier: BSD-2-Clause
// Color primaries by their number in ITU-T H.273, table 2, and conversions in linear light.
#pragma once

#include <array>

#include "kernels/math/constants.h"
#include "kernels/math/matrix.h"

namespace tonelift {

using Matrix3 = Matrix<double>;
using Vector3 = std::array<double, 3>;

Vector3 multiply(const Matrix3& a, const Vector3& v);

bool primaries_supported(int primaries);

// Throws Error (unsupported) for unknown primaries.
const constants::Primaries& chromaticities(int primaries);

// Returns the number of the primaries with these coordinates, within 0.002. If there are none,
// returns 2 (unspecified).
int primaries_number(const constants::Primaries& of);

// Returns the matrix from linear RGB to CIE 1931 XYZ, with white at Y = 1.
Matrix3 rgb_to_xyz(int primaries);

// Return the matrix between linear RGB of both primaries. White stays white (Bradford adaptation).
Matrix3 convert_primaries(int from, int to);
Matrix3 convert_primaries(const constants::Primaries& from, int to);

// Returns the matrix from the cone responses of Oklab to linear light of BT.2020.
Matrix3 oklab_cones_to_rgb();

}  // namespace tonelift
