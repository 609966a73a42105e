// SPDX-License-Identifier: BSD-2-Clause
//
// Stencils: the fast forms against the definition, under every instruction set, over many sizes,
// radii and ways to cut the picture into bands.
#include "kernels/stencil/stencil.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "tests/oracle/plain.h"
#include "tests/support/random_plane.h"
#include "tests/support/targets.h"
#include "tests/support/tolerances.h"

namespace tonelift {
namespace {

constexpr unsigned seed = 1234567;
constexpr float untouched = 77.0f;
constexpr int widths[] = {1, 2, 3, 5, 15, 16, 17, 31, 33, 63, 64, 65, 130, 300};
constexpr StencilKind kinds[] = {
#define TONELIFT_STENCIL(name, title, inputs, range, work) StencilKind::name,
#include "kernels/stencils.def"
};

struct Radii {
    int x, y;
};

Stencil make(StencilKind kind, Radii radii, bool positive = false) {
    Stencil stencil;
    stencil.kind = kind;
    stencil.radius_x = radii.x;
    stencil.radius_y = radii.y;
    stencil.threshold = 0.1f;
    stencil.sigma = 2.5f;
    if (kind == StencilKind::deband) {
        stencil.radius_x = stencil.radius_y = std::min(radii.x, radii.y);
        stencil.threshold = 1.5f;
        stencil.iterations = 3;
    }
    std::mt19937 random(seed + static_cast<unsigned>(radii.x * 100 + radii.y));
    const auto weights = [&](int n) {
        std::uniform_real_distribution<float> unit(positive ? 0.1f : -1.0f, 1.0f);
        std::vector<float> list(static_cast<size_t>(n));
        float sum = 0;
        for (float& w : list) sum += std::abs(w = unit(random));
        for (float& w : list) w /= sum;
        return list;
    };
    stencil.weights = weights((2 * radii.x + 1) * (2 * radii.y + 1));
    stencil.weights_x = weights(2 * radii.x + 1);
    stencil.weights_y = weights(2 * radii.y + 1);
    return stencil;
}

// A band with its borders, which hold the edge pixels as the caller of a stencil must fill them.
struct Picture {
    Radii radii;
    TestPlane<float> value;
    TestPlane<float> guide;
    TestPlane<float> out;

    Picture(Radii r, int width, int rows)
        : radii(r),
          value(width + 2 * r.x, rows + 2 * r.y, pitch_of(width + 2 * r.x), untouched),
          guide(value),
          out(width, rows, pitch_of(width), untouched) {}

    static ptrdiff_t pitch_of(int width) { return (width + 15) / 16 * 16 + 16; }

    template <class Value>
    void fill(TestPlane<float>& plane, const Value& at) {
        TestPlane<float> inner(out.width(), out.height(), out.pitch(), 0.0f);
        inner.fill(at);
        plane.fill([&](int x, int y) {
            return inner.at(std::clamp(x - radii.x, 0, out.width() - 1),
                            std::clamp(y - radii.y, 0, out.height() - 1));
        });
    }

    void randomize() {
        std::mt19937 random(seed + static_cast<unsigned>(out.width() * 64 + out.height()));
        std::uniform_real_distribution<float> unit(0.0f, 1.0f);
        fill(value, [&](int, int) { return unit(random); });
        fill(guide, [&](int x, int) { return unit(random) * 0.2f + (x % 7 < 3 ? 0.5f : 0.0f); });
    }

    StencilBand band(int first, int rows) {
        return {value.row(first + radii.y) + radii.x,
                guide.row(first + radii.y) + radii.x,
                value.pitch(),
                out.row(first),
                out.pitch(),
                out.width(),
                rows,
                first,
                seed};
    }
};

void run(const Stencil& stencil, Picture& picture, int band_rows) {
    const int width = picture.out.width();
    for (int y = 0; y < picture.out.height(); y += band_rows) {
        const int rows = std::min(band_rows, picture.out.height() - y);
        const size_t floats = stencil_scratch(stencil, width, rows);
        std::vector<float> scratch(floats + 16, -3.0f);
        stencil_band(stencil, picture.band(y, rows), scratch.data());
        for (size_t i = floats; i < scratch.size(); ++i)
            ASSERT_EQ(scratch[i], -3.0f) << "behind the scratch";
    }
}

double worst_error(const Stencil& stencil, Picture& picture) {
    const StencilBand band = picture.band(0, picture.out.height());
    double worst = 0;
    for (int y = 0; y < band.rows; ++y) {
        for (int x = 0; x < band.width; ++x) {
            const double error =
                std::abs(stencil_pixel_plain(stencil, band, x, y) - picture.out.at(x, y));
            worst = std::max(worst,
                             std::isnan(error) ? std::numeric_limits<double>::infinity() : error);
        }
    }
    return worst;
}

std::string name(const Stencil& stencil, const Picture& picture) {
    return "kind " + std::to_string(static_cast<int>(stencil.kind)) + " radii " +
           std::to_string(stencil.radius_x) + "," + std::to_string(stencil.radius_y) + " size " +
           std::to_string(picture.out.width()) + "x" + std::to_string(picture.out.height());
}

bool picks(StencilKind kind) {
    return kind == StencilKind::minimum || kind == StencilKind::maximum ||
           kind == StencilKind::median;
}

void check(StencilKind kind, Radii radii, int width, int rows) {
    const Stencil stencil = make(kind, radii);
    Picture picture(radii, width, rows);
    SCOPED_TRACE(name(stencil, picture));
    picture.randomize();
    run(stencil, picture, rows);
    EXPECT_LE(worst_error(stencil, picture), tolerance(kind).absolute);
    EXPECT_TRUE(picture.out.padding_untouched());
    for (int cut : {1, 3}) {
        Picture again(radii, width, rows);
        again.randomize();
        run(stencil, again, cut);
        for (int y = 0; y < rows; ++y) {
            ASSERT_TRUE(
                std::equal(picture.out.row(y), picture.out.row(y) + width, again.out.row(y)))
                << "cut " << cut;
        }
    }
}

TEST(StencilParity, AgreesAtEveryWidth) {
    for_each_target([] {
        for (StencilKind kind : kinds) {
            for (int width : widths) check(kind, {2, 1}, width, 4);
        }
    });
}

TEST(StencilParity, AgreesAtEveryRadius) {
    for_each_target([] {
        for (StencilKind kind : kinds) {
            for (const Radii radii : {Radii{0, 0},
                                      {1, 1},
                                      {2, 2},
                                      {3, 3},
                                      {0, 3},
                                      {5, 0},
                                      {3, 4},
                                      {7, 7},
                                      {8, 8},
                                      {15, 16}}) {
                check(kind, radii, 37, 7);
            }
        }
    });
}

TEST(StencilParity, AgreesAtLargeRadii) {
    for_each_target([] {
        for (StencilKind kind : {StencilKind::convolve_separable, StencilKind::box,
                                 StencilKind::minimum, StencilKind::maximum, StencilKind::median}) {
            check(kind, {30, 30}, 45, 5);
            check(kind, {64, 63}, 20, 3);
        }
    });
}

TEST(StencilParity, AConstantStaysConstant) {
    for_each_target([] {
        for (StencilKind kind : kinds) {
            if (kind == StencilKind::convolve || kind == StencilKind::convolve_separable) continue;
            Picture picture({4, 6}, 41, 9);
            picture.randomize();
            picture.fill(picture.value, [](int, int) { return 0.7f; });
            run(make(kind, {4, 6}), picture, 9);
            for (int y = 0; y < 9; ++y) {
                for (int x = 0; x < 41; ++x) {
                    ASSERT_NEAR(picture.out.at(x, y), 0.7f, kind == StencilKind::box ? 5e-7 : 0.0);
                }
            }
        }
    });
}

// The response to an impulse is the kernel, turned by half a turn.
TEST(StencilParity, AnImpulseShowsTheWeights) {
    for_each_target([] {
        const Radii radii{3, 2};
        for (StencilKind kind : {StencilKind::convolve, StencilKind::convolve_separable}) {
            const Stencil stencil = make(kind, radii);
            Picture picture(radii, 31, 11);
            picture.fill(picture.value,
                         [](int x, int y) { return x == 15 && y == 5 ? 1.0f : 0.0f; });
            run(stencil, picture, 11);
            for (int dy = -2; dy <= 2; ++dy) {
                for (int dx = -3; dx <= 3; ++dx) {
                    const auto wx = static_cast<size_t>(dx + 3);
                    const auto wy = static_cast<size_t>(dy + 2);
                    const float expected = kind == StencilKind::convolve
                                               ? stencil.weights[wy * 7 + wx]
                                               : stencil.weights_x[wx] * stencil.weights_y[wy];
                    ASSERT_FLOAT_EQ(picture.out.at(15 - dx, 5 - dy), expected);
                }
            }
        }
    });
}

// Tests ties, both zeros, infinities and denormals.
TEST(StencilParity, AgreesForHostileValues) {
    for_each_target([] {
        constexpr float extremes[] = {-65504.0f, 65504.0f, 0.0f, -0.0f, 1e-45f, 0.5f, 0.5f};
        for (StencilKind kind : kinds) {
            for (const Radii radii : {Radii{1, 1}, {2, 2}, {3, 2}}) {
                const Stencil stencil = make(kind, radii, true);
                Picture picture(radii, 67, 6);
                std::mt19937 random(seed);
                const auto extreme = [&](int, int) {
                    return extremes[random() % std::size(extremes)];
                };
                picture.fill(picture.value, extreme);
                picture.fill(picture.guide, extreme);
                run(stencil, picture, 6);
                EXPECT_LE(worst_error(stencil, picture), picks(kind) ? 0.0 : 0.1)
                    << name(stencil, picture);
            }
        }
    });
}

TEST(StencilParity, ZeroThresholdAndSigmaDoNotDivide) {
    for_each_target([] {
        for (StencilKind kind : {StencilKind::surface_blur, StencilKind::bilateral}) {
            Stencil stencil = make(kind, {2, 2});
            stencil.threshold = 0;
            stencil.sigma = 0;
            Picture picture({2, 2}, 33, 3);
            picture.randomize();
            run(stencil, picture, 3);
            EXPECT_LE(worst_error(stencil, picture), 1e-6);
        }
    });
}

}  // namespace
}  // namespace tonelift
