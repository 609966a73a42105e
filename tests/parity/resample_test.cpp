// SPDX-License-Identifier: BSD-2-Clause
// Tests that the SIMD versions of resampling agree with the definition, with every instruction set.
#include "kernels/resample/resample.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>

#include "tests/oracle/plain.h"
#include "tests/support/random_plane.h"
#include "tests/support/targets.h"
#include "tests/support/tolerances.h"

namespace tonelift::resample_test {
namespace {

constexpr unsigned seed = 4711;
constexpr float untouched = 77.0f;
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

struct Sizes {
    int in_width, in_height, out_width, out_height;
};
constexpr Sizes down[] = {{1, 1, 1, 1},   {2, 2, 1, 1},     {17, 31, 8, 15},   {64, 48, 16, 12},
                          {96, 40, 3, 5}, {63, 65, 63, 65}, {1919, 7, 960, 3}, {128, 16, 32, 16},
                          {33, 9, 2, 9},  {100, 3, 99, 2}};
constexpr Sizes up[] = {{1, 1, 1, 1},     {1, 1, 5, 7},     {1, 9, 4, 36},   {8, 15, 17, 31},
                        {16, 12, 64, 48}, {63, 33, 63, 33}, {20, 4, 79, 17}, {480, 2, 1919, 7},
                        {1, 1, 2, 2},     {9, 7, 18, 14},   {33, 1, 66, 2},  {32, 40, 64, 80}};

struct Planes {
    TestPlane<float> value;
    TestPlane<float> guide;
    TestPlane<float> fine;
    TestPlane<float> out;
};

ptrdiff_t pitch_of(int width) { return (width + 15) / 16 * 16 + 16; }

Planes random_planes(const Sizes& s) {
    Planes p{{s.in_width, s.in_height, pitch_of(s.in_width), nan},
             {s.in_width, s.in_height, pitch_of(s.in_width), nan},
             {s.out_width, s.out_height, pitch_of(s.out_width), nan},
             {s.out_width, s.out_height, pitch_of(s.out_width), untouched}};
    std::mt19937 random(seed + static_cast<unsigned>(s.in_width * 31 + s.out_height));
    std::uniform_real_distribution<float> unit(0.0f, 1.0f);
    for (TestPlane<float>* plane : {&p.value, &p.guide, &p.fine})
        plane->fill([&](int, int) { return unit(random); });
    return p;
}

Resample make(ResampleKind kind, const Sizes& s, float epsilon = 1, float steepest = 1000,
              float overshoot = 1000) {
    Resample resample;
    resample.kind = kind;
    resample.in_width = s.in_width;
    resample.in_height = s.in_height;
    resample.epsilon = epsilon;
    resample.steepest = steepest;
    resample.overshoot = overshoot;
    return resample;
}

struct Band {
    ResampleBand band;
    std::vector<float> value;
    std::vector<float> guide;
};

Band cut(const Resample& resample, Planes& p, int y, int rows) {
    Band b;
    const int out_height = p.out.height();
    const RowRange range = resample_input_rows(resample, out_height, y, rows);
    EXPECT_GE(range.first, 0);
    EXPECT_LE(range.last, resample.in_height);
    EXPECT_LT(range.first, range.last);
    b.value.assign(p.value.row(0) + range.first * p.value.pitch(),
                   p.value.row(0) + range.last * p.value.pitch());
    b.guide.assign(p.guide.row(0) + range.first * p.guide.pitch(),
                   p.guide.row(0) + range.last * p.guide.pitch());
    b.band = {b.value.data(),
              b.guide.data(),
              p.fine.row(y),
              p.value.pitch(),
              p.out.pitch(),
              p.out.row(y),
              p.out.width(),
              out_height,
              y,
              rows,
              range};
    return b;
}

void run(const Resample& resample, Planes& p, int band_rows) {
    const size_t floats = resample_scratch(resample, p.out.width());
    std::vector<float> scratch(floats + 16, -3.0f);
    for (int y = 0; y < p.out.height(); y += band_rows) {
        const Band b = cut(resample, p, y, std::min(band_rows, p.out.height() - y));
        resample_band(resample, b.band, scratch.data());
    }
    for (size_t i = floats; i < scratch.size(); ++i)
        EXPECT_EQ(scratch[i], -3.0f) << "behind the scratch";
}

void check(const Resample& resample, const Sizes& s) {
    SCOPED_TRACE("kind " + std::to_string(static_cast<int>(resample.kind)) + " epsilon " +
                 std::to_string(resample.epsilon) + " steepest " +
                 std::to_string(resample.steepest) + " " + std::to_string(s.in_width) + "x" +
                 std::to_string(s.in_height) + " to " + std::to_string(s.out_width) + "x" +
                 std::to_string(s.out_height));
    Planes p = random_planes(s);
    run(resample, p, s.out_height);
    const Band whole = cut(resample, p, 0, s.out_height);
    double worst = 0;
    for (int y = 0; y < s.out_height; ++y) {
        for (int x = 0; x < s.out_width; ++x) {
            const double error =
                std::abs(resample_pixel_plain(resample, whole.band, x, y) - p.out.at(x, y));
            worst = std::max(worst,
                             std::isnan(error) ? std::numeric_limits<double>::infinity() : error);
        }
    }
    EXPECT_LE(worst, tolerance(resample.kind).absolute);
    EXPECT_TRUE(p.out.padding_untouched());
    for (int rows : {1, 3, 16}) {
        Planes again = random_planes(s);
        run(resample, again, rows);
        for (int y = 0; y < s.out_height; ++y) {
            ASSERT_TRUE(std::equal(p.out.row(y), p.out.row(y) + s.out_width, again.out.row(y)))
                << "bands of " << rows;
        }
    }
}

TEST(ResampleParity, AreaAgreesWithPlain) {
    for_each_target([] {
        for (const Sizes& s : down) check(make(ResampleKind::area, s), s);
    });
}

TEST(ResampleParity, BilinearAgreesWithPlain) {
    for_each_target([] {
        for (const Sizes& s : up) check(make(ResampleKind::bilinear, s), s);
        for (const Sizes& s : down) check(make(ResampleKind::bilinear, s), s);
    });
}

TEST(ResampleParity, JointAgreesWithPlain) {
    for_each_target([] {
        for (float epsilon : {1e6f, 0.04f, 1e-3f, 1e-4f}) {
            for (const Sizes& s : up) {
                for (float steepest : {1000.0f, 0.5f}) {
                    for (float overshoot : {1000.0f, 0.03f, 0.0f})
                        check(make(ResampleKind::joint, s, epsilon, steepest, overshoot), s);
                }
            }
        }
    });
}

TEST(ResampleParity, AConstantStaysConstant) {
    for_each_target([] {
        for (ResampleKind kind :
             {ResampleKind::area, ResampleKind::bilinear, ResampleKind::joint}) {
            const bool area = kind == ResampleKind::area;
            const std::vector<Sizes> sizes(area ? std::begin(down) : std::begin(up),
                                           area ? std::end(down) : std::end(up));
            for (const Sizes& s : sizes) {
                Planes p = random_planes(s);
                p.value.fill([](int, int) { return 0.7f; });
                run(make(kind, s, 1e-4f), p, 16);
                for (int y = 0; y < s.out_height; ++y) {
                    for (int x = 0; x < s.out_width; ++x) ASSERT_NEAR(p.out.at(x, y), 0.7f, 1e-6);
                }
            }
        }
    });
}

TEST(ResampleParity, JointFollowsTheFineGuide) {
    const Sizes s{8, 8, 32, 32};
    Planes p = random_planes(s);
    p.value.fill([](int x, int) { return x < 4 ? 0.2f : 0.9f; });
    p.guide = p.value;
    p.fine.fill([](int x, int) { return x < 18 ? 0.2f : 0.9f; });
    run(make(ResampleKind::joint, s, 1e-6f), p, 32);
    for (int x = 0; x < 32; ++x) EXPECT_NEAR(p.out.at(x, 9), x < 18 ? 0.2f : 0.9f, 1e-4) << x;
}

TEST(ResampleParity, HostileValuesStayFinite) {
    for_each_target([] {
        const Sizes s{9, 7, 35, 30};
        for (ResampleKind kind :
             {ResampleKind::area, ResampleKind::bilinear, ResampleKind::joint}) {
            Planes p = random_planes(s);
            std::mt19937 random(seed);
            constexpr float extremes[] = {-65504.0f, 65504.0f, 0.0f, -0.0f, 1e-45f, 1e-38f};
            const auto extreme = [&](int, int) { return extremes[random() % std::size(extremes)]; };
            p.value.fill(extreme);
            p.guide.fill(extreme);
            p.fine.fill(extreme);
            run(make(kind, s, 1e-4f), p, 4);
            const float most = kind == ResampleKind::joint ? 1e15f : 65504.1f;
            for (int y = 0; y < s.out_height; ++y) {
                for (int x = 0; x < s.out_width; ++x) ASSERT_LE(std::abs(p.out.at(x, y)), most);
            }
        }
    });
}

}  // namespace
}  // namespace tonelift::resample_test
