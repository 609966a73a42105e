// SPDX-License-Identifier: BSD-2-Clause
// Tests that conversions between primaries, and between RGB and YCbCr, equal the numbers that
// standards print.
#include "core/color/primaries.h"

#include <gtest/gtest.h>

#include "core/color/ycbcr.h"
#include "kernels/error.h"

namespace tonelift::primaries_test {
namespace {

// The matrix is printed in ITU-R BT.2087-0, table 3, with four digits.
TEST(Primaries, ConvertAsPublished) {
    const Matrix3 matrix = convert_primaries(1, 9);
    constexpr Matrix3 published{
        {{0.6274, 0.3293, 0.0433}, {0.0691, 0.9195, 0.0114}, {0.0164, 0.0880, 0.8956}}};
    for (size_t row = 0; row < 3; ++row) {
        for (size_t k = 0; k < 3; ++k) EXPECT_NEAR(matrix[row][k], published[row][k], 6e-5);
    }
}

TEST(Primaries, XyzAxesAreAccepted) {
    const constants::Primaries axes{{1, 0}, {0, 1}, {0, 0}, {1 / 3.0, 1 / 3.0}};
    const Matrix3 way = convert_primaries(axes, 9);
    for (const double channel : multiply(way, Vector3{1, 1, 1})) EXPECT_NEAR(channel, 1, 1e-12);
    const Vector3 green = multiply(way, Vector3{0, 1, 0});
    EXPECT_GT(green[1], 1);
    EXPECT_LT(green[0], 0);
    EXPECT_NEAR(multiply(rgb_to_xyz(9), green)[1], 1, 0.05);
}

TEST(Primaries, KeepWhiteAndRoundTrip) {
    for (int from = 0; from < 30; ++from) {
        for (int to = 0; to < 30; ++to) {
            if (!primaries_supported(from) || !primaries_supported(to)) continue;
            const Matrix3 way = convert_primaries(from, to);
            for (const double channel : multiply(way, Vector3{1, 1, 1})) {
                EXPECT_NEAR(channel, 1, 1e-12) << from << " to " << to;
            }
            const Matrix3 identity = multiply(way, convert_primaries(to, from));
            for (size_t k = 0; k < 3; ++k) EXPECT_NEAR(identity[k][k], 1, 1e-12);
        }
    }
    EXPECT_THROW(rgb_to_xyz(99), Error);
}

TEST(YCbCr, MapsWhiteAndTheExtremesOfChroma) {
    for (int matrix = 0; matrix < 20; ++matrix) {
        if (!matrix_supported(matrix)) continue;
        const Matrix3 forward = rgb_to_ycbcr(matrix, 9);
        const Vector3 white = multiply(forward, Vector3{1, 1, 1});
        EXPECT_NEAR(white[0], 1, 1e-12);
        EXPECT_NEAR(white[1], 0, 1e-12);
        EXPECT_NEAR(white[2], 0, 1e-12);
        const Vector3 back =
            multiply(ycbcr_to_rgb(matrix, 9), multiply(forward, Vector3{0.1, 0.7, 0.4}));
        EXPECT_NEAR(back[0], 0.1, 1e-12);
        EXPECT_NEAR(back[2], 0.4, 1e-12);
    }
    EXPECT_NEAR(multiply(rgb_to_ycbcr(1, 1), Vector3{0, 0, 1})[1], 0.5, 1e-12);
    EXPECT_NEAR(multiply(rgb_to_ycbcr(9, 9), Vector3{1, 0, 0})[2], 0.5, 1e-12);
    // ITU-R BT.2020 rounds its luma weights to four digits, so the computed weight differs
    // slightly.
    EXPECT_NEAR(rgb_to_ycbcr(12, 9)[0][0], 0.2627, 5e-5);
}

}  // namespace
}  // namespace tonelift::primaries_test
