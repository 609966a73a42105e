// SPDX-License-Identifier: BSD-2-Clause
#include "tests/oracle/plain_dolby_vision.h"

#include <algorithm>
#include <cmath>

namespace tonelift::plain {
namespace {

using reference::Mat3;
using reference::product;
using reference::Vec3;

double mmr(const tonelift_reshaping& of, int piece, const Vec3& s) {
    const double terms[7] = {
        s[0], s[1], s[2], s[0] * s[1], s[0] * s[2], s[1] * s[2], s[0] * s[1] * s[2]};
    double sum = of.mmr_constant[piece];
    for (int order = 0; order < of.mmr_order[piece]; ++order) {
        for (int i = 0; i < 7; ++i)
            sum += of.mmr_factor[piece][order][i] * std::pow(terms[i], order + 1);
    }
    return sum;
}

Mat3 matrix_of(const double (&rows)[3][3]) {
    Mat3 matrix;
    for (size_t row = 0; row < 3; ++row) std::copy_n(rows[row], 3, matrix[row].begin());
    return matrix;
}

// Returns the matrix from linear BT.2020 to cone responses (LMS) by Hunt, Pointer and Estevez,
// scaled so that D65 becomes (1, 1, 1).
Mat3 cones() {
    Mat3 matrix{{{0.40024, 0.70760, -0.08081}, {-0.22630, 1.16532, 0.04570}, {0, 0, 0.91822}}};
    const Vec3 white =
        product(matrix, product(reference::rgb_to_xyz(reference::bt2020), Vec3{1, 1, 1}));
    for (size_t row = 0; row < 3; ++row) {
        for (double& number : matrix[row]) number /= white[row];
    }
    return matrix;
}

}  // namespace

double reshaped(const tonelift_reshaping& of, int component, const Vec3& samples) {
    const double s = samples[static_cast<size_t>(component)];
    int piece = 0;
    while (piece + 1 < of.pieces && s >= of.pivots[piece + 1]) ++piece;
    const auto& factor = of.polynomial[piece];
    const double value = of.mmr_order[piece] > 0 ? mmr(of, piece, samples)
                                                 : factor[0] + factor[1] * s + factor[2] * s * s;
    return std::clamp(value, 0.0, 1.0);
}

Vec3 light_of(const tonelift_dolby_vision& metadata, const Vec3& samples) {
    Vec3 color;
    for (int c = 0; c < 3; ++c)
        color[static_cast<size_t>(c)] =
            reshaped(metadata.component[c], c, samples) - metadata.ycc_offset[c];
    color = product(matrix_of(metadata.ycc_to_rgb), color);
    for (double& number : color) number = reference::pq_decode(number);
    const Mat3 to_lms = product(cones(), reference::rgb_to_xyz(reference::bt2020));
    return product(reference::inverse(to_lms), product(matrix_of(metadata.rgb_to_lms), color));
}

}  // namespace tonelift::plain
