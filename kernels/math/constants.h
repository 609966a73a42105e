// SPDX-License-Identifier: BSD-2-Clause
//
// Constants from standards for color and video. Matrices are computed at compile time from these
// constants.
#pragma once

#include "kernels/math/matrix.h"

namespace tonelift::constants {

using Matrix = tonelift::Matrix<double>;

// Luminance of HDR reference white in cd/m2 (ITU-R BT.2408-7 clause 2.2). The value 1.0 of linear
// light stands for this luminance.
constexpr double reference_white = 203.0;

// Constants of the PQ transfer function (SMPTE ST 2084:2014 clause 5.2).
constexpr double pq_m1 = 2610.0 / 16384.0;
constexpr double pq_m2 = 2523.0 / 4096.0 * 128.0;
constexpr double pq_c2 = 2413.0 / 4096.0 * 32.0;
constexpr double pq_c3 = 2392.0 / 4096.0 * 32.0;
constexpr double pq_c1 = pq_c3 - pq_c2 + 1.0;
constexpr double pq_peak = 10000.0;

// Constants of the HLG transfer function (ITU-R BT.2100-2 table 5): b = 1 - 4a, c = 0.5 - a ln(4a).
constexpr double hlg_a = 0.17883277;
constexpr double hlg_b = 0.28466892;
constexpr double hlg_c = 0.55991073;

// Exponent of the EOTF in ITU-R BT.1886 annex 1.
constexpr double bt1886_gamma = 2.4;

// Luminance coefficients of linear RGB (ITU-R BT.2020-2 table 4, ITU-R BT.709-6 item 3.2).
constexpr double luminance_2020[3] = {0.2627, 0.6780, 0.0593};
constexpr double luminance_709[3] = {0.2126, 0.7152, 0.0722};

struct Chromaticity {
    double x, y;

    // Returns component i of CIE XYZ (0 is X, 1 is Y, 2 is Z) for a luminance of 1.
    constexpr double xyz(int i) const {
        const double scale = y == 0 ? 1.0 : y;
        return i == 0 ? x / scale : i == 1 ? y / scale : (1.0 - x - y) / scale;
    }
};
constexpr Chromaticity d65 = {0.3127, 0.3290};

struct Primaries {
    Chromaticity red, green, blue, white;
};
// Chromaticities of red, green, blue and white (ITU-R BT.2020-2 table 3, ITU-R BT.709-6 item 1.3).
constexpr Primaries primaries_2020 = {{0.708, 0.292}, {0.170, 0.797}, {0.131, 0.046}, d65};
constexpr Primaries primaries_709 = {{0.640, 0.330}, {0.300, 0.600}, {0.150, 0.060}, d65};

// Returns the matrix from RGB to CIE XYZ (SMPTE RP 177). It maps RGB = (1, 1, 1) to the white point
// with luminance 1.
constexpr Matrix rgb_to_xyz(const Primaries& p) {
    Matrix columns{};
    for (int i = 0; i < 3; ++i) {
        columns.at[i][0] = p.red.xyz(i);
        columns.at[i][1] = p.green.xyz(i);
        columns.at[i][2] = p.blue.xyz(i);
    }
    const Matrix solved = inverse(columns);
    for (int j = 0; j < 3; ++j) {
        double scale = 0;
        for (int k = 0; k < 3; ++k) scale += solved.at[j][k] * p.white.xyz(k);
        for (int i = 0; i < 3; ++i) columns.at[i][j] *= scale;
    }
    return columns;
}

// Scales the rows of a matrix that converts RGB to XYZ. White then becomes (1, 1, 1), as CIELAB
// expects.
constexpr Matrix in_units_of_white(Matrix xyz, const Chromaticity& white) {
    for (int i = 0; i < 3; ++i)
        for (double& entry : xyz.at[i]) entry /= white.xyz(i);
    return xyz;
}
constexpr Matrix white_xyz_709 = in_units_of_white(rgb_to_xyz(primaries_709), primaries_709.white);
constexpr Matrix white_xyz_709_inverse = inverse(white_xyz_709);

// Matrices of ITU-R BT.2100-2 table 7: from RGB to LMS, and from L'M'S' to ICtCp.
constexpr Matrix ictcp_lms = {{{1688 / 4096.0, 2146 / 4096.0, 262 / 4096.0},
                               {683 / 4096.0, 2951 / 4096.0, 462 / 4096.0},
                               {99 / 4096.0, 309 / 4096.0, 3688 / 4096.0}}};
constexpr Matrix ictcp_opponent = {{{0.5, 0.5, 0.0},
                                    {6610 / 4096.0, -13613 / 4096.0, 7003 / 4096.0},
                                    {17933 / 4096.0, -17390 / 4096.0, -543 / 4096.0}}};
constexpr Matrix ictcp_lms_inverse = inverse(ictcp_lms);
constexpr Matrix ictcp_opponent_inverse = inverse(ictcp_opponent);

// The matrices M1 and M2 of Oklab, from Ottosson 2020, "A perceptual color space for image
// processing".
constexpr Matrix oklab_lms_of_xyz = {{{0.8189330101, 0.3618667424, -0.1288597137},
                                      {0.0329845436, 0.9293118715, 0.0361456387},
                                      {0.0482003018, 0.2643662691, 0.6338517070}}};
constexpr Matrix oklab_lms = multiply(oklab_lms_of_xyz, rgb_to_xyz(primaries_2020));
constexpr Matrix oklab_opponent = {{{0.2104542553, 0.7936177850, -0.0040720468},
                                    {1.9779984951, -2.4285922050, 0.4505937099},
                                    {0.0259040371, 0.7827717662, -0.8086757660}}};

// Weights of R, G and B in the sums and differences of cone responses. Rows 0 to 3 are L - M, L +
// M, M - S and M + S. Each row is divided by its weight of B, which is in `scale`.
struct ConeBalance {
    double scale[4];
    double at[4][3];
};
constexpr ConeBalance cone_balance(const Matrix& lms) {
    ConeBalance balance{};
    for (int i = 0; i < 4; ++i) {
        const double sign = i % 2 == 0 ? -1 : 1;
        const int first = i / 2;
        balance.scale[i] = lms.at[first][2] + sign * lms.at[first + 1][2];
        for (int j = 0; j < 3; ++j)
            balance.at[i][j] = (lms.at[first][j] + sign * lms.at[first + 1][j]) / balance.scale[i];
    }
    return balance;
}
constexpr ConeBalance oklab_balance = cone_balance(oklab_lms);
constexpr Matrix oklab_lms_inverse = inverse(oklab_lms);
constexpr Matrix oklab_opponent_inverse = inverse(oklab_opponent);

}  // namespace tonelift::constants
