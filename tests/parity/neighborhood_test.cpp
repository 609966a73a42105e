// SPDX-License-Identifier: BSD-2-Clause
// Tests that filters of square neighborhoods agree with their definition, with every instruction
// set, for many sizes and radii.
#include "kernels/stencil/stencil.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>

#include "kernels/resample/resample.h"
#include "tests/oracle/plain.h"
#include "tests/support/random_plane.h"
#include "tests/support/repeats.h"
#include "tests/support/targets.h"
#include "tests/support/test_plans.h"
#include "tests/support/tolerances.h"

namespace tonelift::neighborhood_test {
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

struct BorderedPlane {
    Radii radii;
    TestPlane<float> value;
    TestPlane<float> guide;
    TestPlane<float> out;

    BorderedPlane(Radii r, int width, int rows)
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

void run(const Stencil& stencil, BorderedPlane& picture, int band_rows) {
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

double worst_error(const Stencil& stencil, BorderedPlane& picture) {
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

std::string name(const Stencil& stencil, const BorderedPlane& picture) {
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
    BorderedPlane picture(radii, width, rows);
    SCOPED_TRACE(name(stencil, picture));
    picture.randomize();
    run(stencil, picture, rows);
    EXPECT_LE(worst_error(stencil, picture), tolerance(kind).absolute);
    EXPECT_TRUE(picture.out.padding_untouched());
    for (int cut : {1, 3}) {
        BorderedPlane again(radii, width, rows);
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
            check(kind, {30, 30}, 45, repeats(5));
            check(kind, {64, 63}, 20, is_instrumented ? 1 : 3);
        }
    });
}

TEST(StencilParity, AConstantStaysConstant) {
    for_each_target([] {
        for (StencilKind kind : kinds) {
            if (kind == StencilKind::convolve || kind == StencilKind::convolve_separable) continue;
            BorderedPlane picture({4, 6}, 41, 9);
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

TEST(StencilParity, ImpulseResponseIsTheRotatedKernel) {
    for_each_target([] {
        const Radii radii{3, 2};
        for (StencilKind kind : {StencilKind::convolve, StencilKind::convolve_separable}) {
            const Stencil stencil = make(kind, radii);
            BorderedPlane picture(radii, 31, 11);
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

TEST(StencilParity, AgreesForHostileValues) {
    for_each_target([] {
        constexpr float extremes[] = {-65504.0f, 65504.0f, 0.0f, -0.0f, 1e-45f, 0.5f, 0.5f};
        for (StencilKind kind : kinds) {
            for (const Radii radii : {Radii{1, 1}, {2, 2}, {3, 2}}) {
                const Stencil stencil = make(kind, radii, true);
                BorderedPlane picture(radii, 67, 6);
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

TEST(StencilParity, ZeroThresholdAndSigmaCauseNoDivisionByZero) {
    for_each_target([] {
        for (StencilKind kind : {StencilKind::surface_blur, StencilKind::bilateral}) {
            Stencil stencil = make(kind, {2, 2});
            stencil.threshold = 0;
            stencil.sigma = 0;
            BorderedPlane picture({2, 2}, 33, 3);
            picture.randomize();
            run(stencil, picture, 3);
            EXPECT_LE(worst_error(stencil, picture), 1e-6);
        }
    });
}

Plan plan_with(const Picture& in, const Picture& out, const Core& core, int inputs) {
    Plan plan = empty_plan(in, out);
    plan.buffers = {{out.width, out.height, Storage::float32},
                    {out.width, out.height, Storage::float32}};
    plan.reductions = {{ReductionKind::sum, false, static_cast<int64_t>(in.width) * in.height}};
    const int mean = plan.uniforms++;
    ProgramWriter prologue;
    const Operand v = prologue.load(Op::load_input, 0);
    prologue.store(Op::store_core, 0, v);
    if (inputs > 1)
        prologue.store(Op::store_core, 1, prologue.op(Op::multiply, {v, Operand::constant(0.5f)}));
    prologue.store(Op::reduce, 0, v);
    plan.steps.push_back(core_pass(out, core, prologue.take(), 0));
    FrameOperation operation;
    operation.op = FrameOp::mean;
    operation.reduction = 0;
    operation.result = mean;
    plan.steps.push_back(FrameStep{{operation}});
    ProgramWriter last;
    last.store(Op::store_output, 0, last.load(Op::load_buffer, 0));
    last.store(Op::store_output, 1, Operand::uniform(mean));
    last.store(Op::store_output, 2, Operand::constant(0.25f));
    plan.steps.push_back(point_pass(out, last.take()));
    return plan;
}

void expect_mean_counted_once(const TestPicture& in, const TestPicture& out) {
    double sum = 0;
    const int width = in.width(0), height = in.height(0);
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) sum += in.code(0, x, y);
    }
    EXPECT_NEAR(out.code(1, 0, 0), sum / width / height, 1e-5);
    EXPECT_EQ(out.code(2, out.width(2) - 1, out.height(2) - 1), 0.25);
}

std::vector<float> padded(const TestPicture& picture, int border, int pitch, float scale) {
    const int width = picture.width(0), height = picture.height(0);
    std::vector<float> rows(static_cast<size_t>(pitch) * static_cast<size_t>(height + 2 * border));
    for (int y = -border; y < height + border; ++y) {
        for (int x = -border; x < pitch - border; ++x) {
            const double code =
                picture.code(0, std::clamp(x, 0, width - 1), std::clamp(y, 0, height - 1));
            rows[static_cast<size_t>((y + border) * pitch + x + border)] =
                scale * static_cast<float>(code);
        }
    }
    return rows;
}

TEST(NeighborhoodPass, StencilsAgreeWithTheirDefinition) {
    for (const auto& [width, height] : {std::pair{1, 1}, {17, 31}, {67, 130}}) {
        const Picture picture = make_picture("gbrpf32", width, height);
        TestPicture in(picture), out(picture);
        in.fill_legal(seed);
        for (StencilKind kind :
             {StencilKind::box, StencilKind::maximum, StencilKind::surface_blur}) {
            Stencil stencil;
            stencil.kind = kind;
            stencil.radius_x = 3;
            stencil.radius_y = 2;
            if (kind == StencilKind::surface_blur) stencil.radius_y = 3;
            stencil.threshold = 0.3f;
            run_frame(plan_with(picture, picture, stencil, stencil_info(kind).inputs), in, out, 2);
            constexpr int border = 3;
            const int pitch = (width + 2 * border + 15) / 16 * 16;
            const std::vector<float> value = padded(in, border, pitch, 1),
                                     guide = padded(in, border, pitch, 0.5f);
            const ptrdiff_t first = border * pitch + border;
            const StencilBand band{
                value.data() + first, guide.data() + first, pitch, nullptr, 0, width, height};
            for (int y = 0; y < height; ++y) {
                for (int x = 0; x < width; ++x) {
                    ASSERT_NEAR(out.code(0, x, y), stencil_pixel_plain(stencil, band, x, y), 1e-5)
                        << "kind " << static_cast<int>(kind) << " at " << x << "," << y << ", seed "
                        << seed;
                }
            }
            expect_mean_counted_once(in, out);
        }
    }
}

TEST(NeighborhoodPass, ResamplingAgreesWithItsDefinition) {
    for (const auto& [width, height] : {std::pair{1, 1}, {34, 62}, {13, 17}, {90, 70}}) {
        const Picture from = make_picture("gbrpf32", 67, 63),
                      to = make_picture("gbrpf32", width, height);
        TestPicture in(from), out(to);
        in.fill_legal(seed);
        for (ResampleKind kind : {ResampleKind::area, ResampleKind::bilinear}) {
            if (kind == ResampleKind::area && width > from.width) continue;
            Resample resample;
            resample.kind = kind;
            resample.in_width = from.width;
            resample.in_height = from.height;
            run_frame(plan_with(from, to, resample, 1), in, out, 2);
            const std::vector<float> value = padded(in, 0, 80, 1);
            ResampleBand band{};
            band.value = value.data();
            band.pitch = 80;
            band.out_width = width;
            band.out_height = height;
            band.rows = height;
            band.input = {0, from.height};
            for (int y = 0; y < height; ++y) {
                for (int x = 0; x < width; ++x) {
                    ASSERT_NEAR(out.code(0, x, y), resample_pixel_plain(resample, band, x, y), 1e-5)
                        << "kind " << static_cast<int>(kind) << " to " << width << "x" << height
                        << " at " << x << "," << y << ", seed " << seed;
                }
            }
            expect_mean_counted_once(in, out);
        }
    }
}

TEST(NeighborhoodPass, FlipsAndTransposesMoveEveryPixelOnce) {
    for (const auto& [width, height] :
         {std::pair{1, 1}, {67, 63}, {300, 7}, {5, 600}, {257, 256}}) {
        for (ResampleKind kind :
             {ResampleKind::flip_x, ResampleKind::flip_y, ResampleKind::transpose}) {
            const bool transposes = kind == ResampleKind::transpose;
            const Picture from = make_picture("gbrpf32", width, height),
                          to = transposes ? make_picture("gbrpf32", height, width) : from;
            TestPicture in(from), out(to);
            in.fill_legal(seed);
            Resample resample;
            resample.kind = kind;
            resample.in_width = width;
            resample.in_height = height;
            run_frame(plan_with(from, to, resample, 1), in, out, 2);
            for (int y = 0; y < height; ++y) {
                for (int x = 0; x < width; ++x) {
                    const int to_x = kind == ResampleKind::flip_x ? width - 1 - x : x;
                    const int to_y = kind == ResampleKind::flip_y ? height - 1 - y : y;
                    ASSERT_EQ(transposes ? out.code(0, y, x) : out.code(0, to_x, to_y),
                              in.code(0, x, y))
                        << "kind " << static_cast<int>(kind) << ", " << width << "x" << height
                        << " at " << x << "," << y << ", seed " << seed;
                }
            }
            expect_mean_counted_once(in, out);
        }
    }
}

}  // namespace
}  // namespace tonelift::neighborhood_test
