// SPDX-License-Identifier: BSD-2-Clause
#include "core/color/ycbcr.h"

#include <string>

#include "core/color/describe.h"
#include "core/color/primaries.h"
#include "kernels/error.h"

namespace tonelift {
namespace {

constexpr int ycgco = 8;
constexpr int chromaticity_derived = 12;

struct Weights {
    int code_point;
    double red;
    double blue;
};

// The weights Kr and Kb of red and blue in luma come from ITU-T H.273, table 4.
constexpr Weights known_weights[] = {
    {1, 0.2126, 0.0722},  // ITU-R BT.709
    {4, 0.30, 0.11},      // FCC
    {5, 0.299, 0.114},    // ITU-R BT.601, 625 lines
    {6, 0.299, 0.114},    // ITU-R BT.601, 525 lines
    {7, 0.212, 0.087},    // SMPTE ST 240
    {9, 0.2627, 0.0593},  // ITU-R BT.2020, non-constant luminance
};

Weights weights(int matrix, int primaries) {
    for (const Weights& entry : known_weights) {
        if (entry.code_point == matrix) return entry;
    }
    if (matrix == chromaticity_derived) {
        const Matrix3 xyz = rgb_to_xyz(primaries);
        return {matrix, xyz[1][0], xyz[1][2]};
    }
    throw Error(Failure::unsupported, "YUV matrix " + std::to_string(matrix) +
                                          " (ITU-T H.273, table 4) is not supported; "
                                          "set in_matrix to the nearest known one");
}

}  // namespace

bool matrix_supported(int matrix) {
    for (const Weights& entry : known_weights) {
        if (entry.code_point == matrix) return true;
    }
    return matrix == ycgco || matrix == chromaticity_derived;
}

Matrix3 rgb_to_ycbcr(int matrix, int primaries) {
    if (matrix == ycgco) return {{{0.25, 0.5, 0.25}, {-0.25, 0.5, -0.25}, {0.5, 0, -0.5}}};
    const Weights k = weights(matrix, primaries);
    const double green = 1 - k.red - k.blue;
    const double cb = 2 * (1 - k.blue), cr = 2 * (1 - k.red);
    return {{{k.red, green, k.blue},
             {-k.red / cb, -green / cb, (1 - k.blue) / cb},
             {(1 - k.red) / cr, -green / cr, -k.blue / cr}}};
}

// Computes the inverse matrix by a formula. In a numerical inverse, some elements are about 1e-17
// instead of 0, and each such element costs a multiplication per pixel.
Matrix3 ycbcr_to_rgb(int matrix, int primaries) {
    if (matrix == ycgco) return {{{1, -1, 1}, {1, 1, 0}, {1, -1, -1}}};
    const Weights k = weights(matrix, primaries);
    const double green = 1 - k.red - k.blue;
    const double cb = 2 * (1 - k.blue), cr = 2 * (1 - k.red);
    return {{{1, 0, cr}, {1, -cb * k.blue / green, -cr * k.red / green}, {1, cb, 0}}};
}

int usual_matrix(int primaries, bool hdr) {
    // In H.273, the primaries and the matrix of a standard have the same code point, which
    // therefore selects the matrix.
    for (const Weights& entry : known_weights) {
        if (entry.code_point == primaries) return primaries;
    }
    return hdr ? h273::matrix_bt2020 : h273::matrix_bt709;
}

}  // namespace tonelift
