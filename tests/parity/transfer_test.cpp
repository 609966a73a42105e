// SPDX-License-Identifier: BSD-2-Clause
//
// The plain math of color against the oracle: error budgets, exact end points, monotony and round
// trips.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "kernels/math/plain.h"
#include "tests/reference/color_reference.h"
#include "tests/support/tolerances.h"

namespace tonelift {
namespace {

using math::Triple;
using reference::Vec3;

constexpr unsigned seed = 20240613;
constexpr int steps = 65536;
constexpr double white = 203;  // linear light of 1.0, cd/m2

// How far `actual` may lie from what the oracle says; `size` is what the relative part refers to.
void expect_within(Op op, double actual, double expected, double size, double where) {
    const Tolerance budget = oracle_tolerance(op);
    const double allowed = budget.absolute + budget.relative * std::abs(size);
    ASSERT_NEAR(actual, expected, allowed) << "at " << where;
}

struct Curve {
    const char* name;
    Op op;
    float (*plain)(float);
    double (*oracle)(double);
    float low;
    float high;
};

double linear_from_pq(double code) { return reference::pq_decode(code) / white; }
double pq_from_linear(double light) { return reference::pq_encode(light * white); }
double bt1886_from_linear(double light) { return reference::bt1886_inverse_eotf(light, 1, 0); }
double linear_from_bt1886(double code) { return reference::bt1886_eotf(code, 1, 0); }

constexpr float pq_top = 10000.0f / 203.0f;

const Curve curves[] = {
    {"pq_encode", Op::pq_encode, math::pq_encode<float>, pq_from_linear, 0, pq_top},
    {"pq_decode", Op::pq_decode, math::pq_decode<float>, linear_from_pq, 0, 1},
    {"hlg_encode", Op::hlg_encode, math::hlg_encode<float>, reference::hlg_oetf, 0, 1},
    {"hlg_decode", Op::hlg_decode, math::hlg_decode<float>, reference::hlg_inverse_oetf, 0, 1},
    {"srgb_encode", Op::srgb_encode, math::srgb_encode<float>, reference::srgb_encode, 0, 1},
    {"srgb_decode", Op::srgb_decode, math::srgb_decode<float>, reference::srgb_decode, 0, 1},
    {"bt1886_encode", Op::bt1886_encode, math::bt1886_encode<float>, bt1886_from_linear, 0, 1},
    {"bt1886_decode", Op::bt1886_decode, math::bt1886_decode<float>, linear_from_bt1886, 0, 1},
};

class TransferParity : public ::testing::TestWithParam<Curve> {};

TEST_P(TransferParity, LiesWithinItsBudget) {
    const Curve& curve = GetParam();
    for (int i = 0; i <= steps; ++i) {
        const float x = curve.low + (curve.high - curve.low) * static_cast<float>(i) / steps;
        const double expected = curve.oracle(x);
        expect_within(curve.op, curve.plain(x), expected, expected, x);
    }
}

// Dark light, where a linear sweep has no samples.
TEST_P(TransferParity, LiesWithinItsBudgetNearBlack) {
    const Curve& curve = GetParam();
    for (float x = curve.high; x > 1e-9f; x *= 0.99f) {
        const double expected = curve.oracle(x);
        expect_within(curve.op, curve.plain(x), expected, expected, x);
    }
}

TEST_P(TransferParity, NeverFalls) {
    const Curve& curve = GetParam();
    float last = curve.plain(curve.low);
    for (int i = 1; i <= steps; ++i) {
        const float value =
            curve.plain(curve.low + (curve.high - curve.low) * static_cast<float>(i) / steps);
        // One unit in the last place is what rounding may do to equal neighbors.
        ASSERT_GE(value, last - std::abs(last) * 1.2e-7f) << curve.name << " at step " << i;
        last = value;
    }
}

TEST_P(TransferParity, MeetsBothEnds) {
    const Curve& curve = GetParam();
    const float top = curve.op == Op::pq_decode ? pq_top : 1;
    EXPECT_NEAR(curve.plain(curve.low), 0, 1e-6);
    EXPECT_NEAR(curve.plain(curve.high), top, 2.4e-7f * top);
    EXPECT_GE(curve.plain(-1), 0);
}

INSTANTIATE_TEST_SUITE_P(All, TransferParity, ::testing::ValuesIn(curves),
                         [](const auto& test) { return std::string(test.param.name); });

struct Pair {
    const char* name;
    float (*encode)(float);
    float (*decode)(float);
};

TEST(Transfers, ComeBack) {
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

Vec3 vector_of(const Triple<float>& t) { return {t.x, t.y, t.z}; }

double largest(const Vec3& v) { return std::max({std::abs(v[0]), std::abs(v[1]), std::abs(v[2])}); }

void expect_color(Op op, const Triple<float>& actual, const Vec3& expected, double size,
                  const Vec3& input) {
    const Vec3 got = vector_of(actual);
    for (std::size_t k = 0; k < 3; ++k) {
        SCOPED_TRACE(::testing::Message() << "component " << k << " of color " << input[0] << " "
                                          << input[1] << " " << input[2] << ", seed " << seed);
        expect_within(op, got[k], expected[k], size, input[k]);
    }
}

// Calls check(r, g, b) for linear light from very dark to very bright, gray and pure colors among
// it.
template <typename Check>
void for_colors(const Check& check) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> stops(-12, 5), unit(0, 1);
    for (int i = 0; i < 20000 && !::testing::Test::HasFatalFailure(); ++i) {
        const float level = std::exp2(stops(random));
        float rgb[3] = {level * unit(random), level * unit(random), level * unit(random)};
        if (i % 7 == 0) rgb[random() % 3] = 0;
        if (i % 11 == 0) rgb[1] = rgb[2] = rgb[0];
        check(rgb[0], rgb[1], rgb[2]);
    }
}

Vec3 nits(float r, float g, float b) { return {r * white, g * white, b * white}; }

TEST(ColorParity, Luminance) {
    for_colors([](float r, float g, float b) {
        const double expected = reference::luminance({r, g, b});
        expect_within(Op::luminance, math::luminance(r, g, b), expected, expected, r);
        expect_within(Op::lightness, math::lightness(r, g, b),
                      reference::pq_encode(expected * white), 1, r);
    });
}

TEST(ColorParity, HlgOotfAndItsInverse) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> unit(0, 1);
    for (const float peak : {300.0f, 400.0f, 1000.0f, 2000.0f, 4000.0f}) {
        for (int i = 0; i < 2000; ++i) {
            const float r = unit(random), g = unit(random), b = i % 5 == 0 ? r : unit(random);
            Vec3 shown = reference::hlg_ootf({r, g, b}, peak);
            for (double& channel : shown) channel /= white;
            expect_color(Op::hlg_ootf, math::hlg_ootf(r, g, b, peak), shown, largest(shown),
                         {r, g, b});
            const Vec3 scene = reference::hlg_inverse_ootf(nits(r, g, b), peak);
            expect_color(Op::hlg_inverse_ootf, math::hlg_inverse_ootf(r, g, b, peak), scene,
                         largest(scene), {r, g, b});
        }
    }
    expect_color(Op::hlg_ootf, math::hlg_ootf(0.0f, 0.0f, 0.0f, 1000.0f), {0, 0, 0}, 0, {});
    expect_color(Op::hlg_inverse_ootf, math::hlg_inverse_ootf(0.0f, 0.0f, 0.0f, 1000.0f), {0, 0, 0},
                 0, {});
}

TEST(ColorParity, Ictcp) {
    for_colors([](float r, float g, float b) {
        const Vec3 expected = reference::rgb_to_ictcp(nits(r, g, b));
        expect_color(Op::to_ictcp, math::to_ictcp(r, g, b), expected, 1, {r, g, b});
        const Triple<float> there = math::to_ictcp(r, g, b);
        const Triple<float> back = math::from_ictcp(there.x, there.y, there.z);
        Vec3 decoded = reference::ictcp_to_rgb(vector_of(there));
        for (double& channel : decoded) channel /= white;
        expect_color(Op::from_ictcp, back, decoded, largest(decoded), {r, g, b});
    });
}

TEST(ColorParity, Oklab) {
    for_colors([](float r, float g, float b) {
        const Vec3 expected = reference::rgb_to_oklab({r, g, b});
        expect_color(Op::to_oklab, math::to_oklab(r, g, b), expected, largest(expected), {r, g, b});
        const Triple<float> there = math::to_oklab(r, g, b);
        const Vec3 decoded = reference::oklab_to_rgb(vector_of(there));
        expect_color(Op::from_oklab, math::from_oklab(there.x, there.y, there.z), decoded,
                     largest(decoded), {r, g, b});
    });
}

// Gray has no chroma, to the precision that keeps it gray after 10-bit quantization many times
// over.
TEST(ColorParity, GrayStaysGray) {
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
}  // namespace tonelift
