// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/scan/gauss_differences.h"

#include "kernels/scan/gauss_poles.h"

namespace tonelift {

GaussDifferences gauss_differences(double sigma) {
    using Real = GaussDifferences::Real;
    using Matrix = GaussDifferences::Matrix;
    // Maps three successive values to a value and its first and second difference. The matrix is
    // its own inverse.
    constexpr Matrix differences = {{{1, 0, 0}, {1, -1, 0}, {1, -2, 1}}};
    const GaussPoles poles = gauss_poles(sigma);
    const Real a1 = poles.a[1], a2 = poles.a[2];
    Matrix reversal{};
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) reversal[i][j] = poles.boundary[i][j];
    }
    return {poles.gain, -(a1 + 2 * a2 + 1), a2,
            multiply(differences, multiply(reversal, differences))};
}

}  // namespace tonelift
