// SPDX-License-Identifier: BSD-2-Clause
// Tests properties of transfer functions and color spaces: exact end points, values that rise, and
// exact round trips.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kernels/math/plain.h"

namespace tonelift::transfer_test {
namespace {

using math::Triple;

constexpr int steps = 65536;
constexpr float pq_top = 10000.0f / 203.0f;

struct Curve {
    const char* name;
    float (*function)(float);
    float low, high;
    float top;
};

const Curve curves[] = {
    {"pq_encode", math::pq_encode<float>, 0, pq_top, 1},
    {"pq_decode", math::pq_decode<float>, 0, 1, pq_top},
    {"hlg_encode", math::hlg_encode<float>, 0, 1, 1},
    {"hlg_decode", math::hlg_decode<float>, 0, 1, 1},
    {"srgb_encode", math::srgb_encode<float>, 0, 1, 1},
    {"srgb_decode", math::srgb_decode<float>, 0, 1, 1},
    {"bt1886_encode", math::bt1886_encode<float>, 0, 1, 1},
    {"bt1886_decode", math::bt1886_decode<float>, 0, 1, 1},
};

class Transfer : public ::testing::TestWithParam<Curve> {};

TEST_P(Transfer, IsMonotone) {
    const Curve& curve = GetParam();
    float last = curve.function(curve.low);
    for (int i = 1; i <= steps; ++i) {
        const float value =
            curve.function(curve.low + (curve.high - curve.low) * static_cast<float>(i) / steps);
        // A value may be below the previous value by one unit in the last place, because of
        // rounding.
        ASSERT_GE(value, last - std::abs(last) * 1.2e-7f) << "step " << i;
        last = value;
    }
}

TEST_P(Transfer, MapsZeroAndOneExactly) {
    const Curve& curve = GetParam();
    EXPECT_NEAR(curve.function(curve.low), 0, 1e-6);
    EXPECT_NEAR(curve.function(curve.high), curve.top, 2.4e-7f * curve.top);
    EXPECT_GE(curve.function(-1), 0);
}

INSTANTIATE_TEST_SUITE_P(All, Transfer, ::testing::ValuesIn(curves),
                         [](const auto& test) { return std::string(test.param.name); });

struct Pair {
    const char* name;
    float (*encode)(float);
    float (*decode)(float);
};

TEST(Transfers, RoundTrip) {
    for (const Pair& pair :
         {Pair{"pq", math::pq_encode<float>, math::pq_decode<float>},
          Pair{"hlg", math::hlg_encode<float>, math::hlg_decode<float>},
          Pair{"srgb", math::srgb_encode<float>, math::srgb_decode<float>},
          Pair{"bt1886", math::bt1886_encode<float>, math::bt1886_decode<float>}}) {
        for (int i = 0; i <= steps; ++i) {
            const float code = static_cast<float>(i) / steps;
            ASSERT_NEAR(pair.encode(pair.decode(code)), code, 2e-6f) << pair.name;
        }
        EXPECT_NEAR(pair.encode(1000), 1, 1e-6) << pair.name << ": codes end at 1";
    }
}

// The OOTF multiplies light by a power of the luminance of up to 0.7.
TEST(Transfers, HlgLightOfEveryCodeTimesItsPowerIsFinite) {
    for (const float code : {1.0f, 3.0f, 10.0f, 16.0f, 65504.0f, 3e38f, INFINITY}) {
        const float light = math::hlg_decode(code);
        EXPECT_GE(light, math::hlg_decode(std::min(code, 3.0f))) << code;
        for (const float exponent : {-0.25f, 0.2f, 0.7f}) {
            const float shown = light * math::pow(light, exponent);
            EXPECT_LT(shown, 1e12f) << code << ", " << exponent;
            EXPECT_GT(shown, 0.1f) << code << ", " << exponent;
        }
    }
}

TEST(ColorSpaces, KeepGrayGray) {
    for (float y = 1e-4f; y < 49; y *= 1.1f) {
        const Triple<float> ictcp = math::to_ictcp(y, y, y);
        EXPECT_NEAR(ictcp.y, 0, 2e-6) << y;
        EXPECT_NEAR(ictcp.z, 0, 2e-6) << y;
        const Triple<float> lab = math::to_oklab(y, y, y);
        const double root = std::cbrt(y);
        EXPECT_NEAR(lab.y, 0, 2e-4 * root) << y;
        EXPECT_NEAR(lab.z, 0, 2e-4 * root) << y;
        EXPECT_NEAR(lab.x, root, 2e-4 * root) << y;
    }
}

}  // namespace
}  // namespace tonelift::transfer_test
