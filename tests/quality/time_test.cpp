// SPDX-License-Identifier: BSD-2-Clause
// Tests that moving parts, cuts, flashes and fades cause no flicker.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "tests/quality/charts.h"
#include "tests/quality/mapping.h"
#include "tests/quality/report.h"

namespace quality::time_test {
namespace {

constexpr int width = 320, height = 180, block = 20;
constexpr int region = 160;

Light still_scene(double gain = 1) {
    Light out(width, height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const double wave = std::sin(x * 0.11) * std::sin(y * 0.09) + 0.4 * std::sin(x * 0.7);
            out.at(x, y) = gray(gain * 8 * std::exp2(2 * wave));
        }
    return out;
}

std::vector<double> region_means(const Output& out) {
    std::vector<double> means;
    double all = 0;
    for (int top = 0; top + block <= height; top += block)
        for (int left = 0; left + block <= region; left += block) {
            double sum = 0;
            for (int i = 0; i < block * block; ++i)
                sum += out.luma(left + i % block, top + i / block);
            means.push_back(sum / (block * block));
            all += means.back();
        }
    means.push_back(all / static_cast<double>(means.size()));
    return means;
}

using Means = std::vector<std::vector<double>>;

Means measure(int count, const std::function<Light(int)>& frame, const Mapping& mapping = {}) {
    Means means;
    map_sequence(
        count, frame, [&](int, const Output& out) { means.push_back(region_means(out)); }, mapping);
    return means;
}

double largest_change(const std::vector<double>& a, const std::vector<double>& b) {
    double worst = 0;
    for (size_t i = 0; i < a.size(); ++i) worst = std::max(worst, std::abs(a[i] - b[i]));
    return worst;
}

Light with_visitor(const Light& scene, int frame, double nits, double radius = 23.5) {
    constexpr double outside = 80, speed = 8;
    const double away = std::max(0.0, outside - speed * std::max(0, frame - 12));
    const double back = std::min(outside, speed * std::max(0, frame - 48));
    const double center_x = width - 45 + std::max(away, back);
    Light out = scene;
    for (int y = 0; y < height; ++y)
        for (int x = region; x < width; ++x)
            if (std::hypot(x - center_x, y - height / 2.0) < radius) out.at(x, y) = gray(nits);
    return out;
}

struct Unrest {
    double a_frame = 0;
    double in_all = 0;

    void add(const Unrest& other) {
        a_frame = std::max(a_frame, other.a_frame);
        in_all = std::max(in_all, other.in_all);
    }
};

Unrest unrest(const Light& scene, double nits, const Mapping& mapping = {}, double radius = 23.5) {
    const Means means = measure(
        72, [&](int n) { return with_visitor(scene, n, nits, radius); }, mapping);
    Unrest worst;
    for (size_t n = 1; n < means.size(); ++n)
        worst.add({largest_change(means[n], means[n - 1]), largest_change(means[n], means[0])});
    return worst;
}

TEST(StaticRegion, DoesNotFlickerWhenSomethingBrightEnters) {
    Unrest worst;
    for (const double nits : {300.0, 900.0, 4000.0}) worst.add(unrest(still_scene(), nits));
    judge("static region to 60 cd/m2, something bright enters: worst block per frame",
          worst.a_frame, "code values", Bar::at_most(0.8));
    tell("static region to 60 cd/m2, something bright enters: worst block in all", worst.in_all,
         "code values");
}

Light dark_scene(double swing, double right) {
    Light out(width, height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const double wave = std::sin(x * 0.11) * std::sin(y * 0.09) + 0.4 * std::sin(x * 0.7);
            out.at(x, y) = gray(8 * std::exp2(swing * wave) * (x < region + 10 ? 1 : right));
        }
    return out;
}

TEST(StaticRegion, DarkPartsStayWhenSomethingBrightEnters) {
    Unrest worst, faithful;
    for (const double swing : {0.0, 0.8})
        for (const double right : {0.3, 8.0})
            for (const double nits : {900.0, 4000.0})
                worst.add(unrest(dark_scene(swing, right), nits));
    for (const int transfer : {16, 18})
        worst.add(unrest(dark_scene(0, 1), 900, {.transfer = transfer}));
    faithful.add(unrest(dark_scene(0.8, 1), 900, {.options = "preset=faithful"}));
    judge("static dark region, something bright enters: worst block per frame", worst.a_frame,
          "code values", Bar::at_most(0.5));
    judge("static dark region, something bright enters: worst block in all", worst.in_all,
          "code values", Bar::at_most(2));
    judge("static dark region, something bright enters, faithful: worst block in all",
          faithful.in_all, "code values", Bar::at_most(2));
}

// A bright disk enters and covers about 15 % of the picture, so the 90th percentile of the
// luminance is then the luminance of the disk.
TEST(StaticRegion, DimDaysHardlyChangeWhenSomethingLargeEnters) {
    Light day(width, height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) day.at(x, y) = gray(140 * std::exp2(-5.0 * y / height));
    const double radius = std::sqrt(0.15 * width * height / std::numbers::pi);
    const Means means = measure(
        72, [&](int n) { return with_visitor(day, n, 250, radius); }, Mapping{});
    double step = 0;
    for (size_t n = 1; n < means.size(); ++n)
        step = std::max(step, largest_change(means[n], means[n - 1]));
    judge("static region by day, something large enters: worst block per frame", step,
          "code values", Bar::at_most(1));
}

// Fog over dark ground, with faint texture.
Light foggy_scene() {
    Light out(width, height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const double wave = std::sin(x * 0.11) * std::sin(y * 0.09);
            out.at(x, y) = gray(70 * std::exp2(-1.7 * y / height + 0.15 * wave));
        }
    return out;
}

// A dark disk enters and covers about 0.8 % of the picture, as a walker or the outline of a
// subtitle would.
TEST(StaticRegion, FogStaysWhenSomethingSmallAndDarkEnters) {
    const double radius = std::sqrt(0.008 * width * height / std::numbers::pi);
    const Light fog = foggy_scene();
    Unrest worst;
    for (const double nits : {0.02, 1.0}) worst.add(unrest(fog, nits, {}, radius));
    judge("static fog, something small and dark enters: worst block per frame", worst.a_frame,
          "code values", Bar::at_most(0.3));
    judge("static fog, something small and dark enters: worst block in all", worst.in_all,
          "code values", Bar::at_most(2));
}

// Returns the standard deviation of luma in the left half of the picture.
double deviation(const Output& out) {
    double sum = 0, squares = 0;
    for (int i = 0; i < region * height; ++i) {
        const double luma = out.luma(i % region, i / region);
        sum += luma;
        squares += luma * luma;
    }
    const double count = region * height;
    return std::sqrt(squares / count - sum * sum / (count * count));
}

// Noise is measured separately in dark and in bright tones. A small object can be the only part of
// the picture with bright tones, or the only part with dark tones.
TEST(StaticRegion, TextureStaysWhenSomethingSmallEnters) {
    double least = 1, most = 1;
    for (const auto& [scene_nits, nits] : {std::pair(5.0, 80.0), std::pair(26.0, 2.0)}) {
        const auto frame = [&](int n) {
            Light out(width, height);
            for (int y = 0; y < height; ++y)
                for (int x = 0; x < width; ++x)
                    out.at(x, y) = gray(scene_nits * std::exp2(0.2 * gaussian(7, x / 2, y / 2, 0)));
            if (n >= 12)
                for (int i = 0; i < 17 * 17; ++i)
                    out.at(width - 30 + i % 17, 20 + i / 17) =
                        gray(nits * std::exp2(0.7 * gaussian(8, i % 17, i / 17, 0)));
            return out;
        };
        std::vector<double> texture;
        map_sequence(48, frame, [&](int, const Output& out) { texture.push_back(deviation(out)); });
        for (const double value : texture) {
            least = std::min(least, value / texture[0]);
            most = std::max(most, value / texture[0]);
        }
    }
    judge("texture of a static region, something small enters: least", least, "x",
          Bar::at_least(0.95));
    judge("texture of a static region, something small enters: most", most, "x",
          Bar::at_most(1.05));
}

// Stripes of a period of two samples of the reduced picture are gray in one phase, and black and
// white in the other phase.
TEST(StaticRegion, StaysWhenFineStripesMove) {
    Unrest worst;
    for (const int period : {3, 4, 6, 16, 64}) {
        const Means means = measure(24, [&](int n) {
            Light out = still_scene();
            for (int y = 0; y < height; ++y)
                for (int x = width - 80; x < width; ++x)
                    out.at(x, y) = gray((x + n) % period < period / 2 ? 400 : 6);
            return out;
        });
        for (size_t n = 1; n < means.size(); ++n)
            worst.add({largest_change(means[n], means[n - 1]), largest_change(means[n], means[0])});
    }
    judge("static region, stripes move: worst block per frame", worst.a_frame, "code values",
          Bar::at_most(0.5));
    tell("static region, stripes move: worst block in all", worst.in_all, "code values");
}

TEST(AdaptiveCurve, IsSmoothedOverTime) {
    const auto largest_step = [](const char* options) {
        const Means means = measure(72, [](int n) { return with_visitor(still_scene(), n, 20); },
                                    {.options = options});
        double worst = 0;
        for (size_t n = 1; n < means.size(); ++n)
            worst = std::max(worst, largest_change(means[n], means[n - 1]));
        return worst;
    };
    const double alone = largest_step("tonemap=adaptive:smoothing=0");
    const double steadied = largest_step("tonemap=adaptive");
    judge("adaptive curve, something enters: worst block per frame", steadied, "code values",
          Bar::at_most(1));
    judge("adaptive curve, something enters, relative to smoothing=0: worst block per frame",
          steadied / alone, "", Bar::at_most(0.5));
}

TEST(AdaptiveCurve, IsNotAffectedAfterAFlash) {
    const Means means = measure(48, [](int n) { return still_scene(n == 24 ? 60 : 1); },
                                {.options = "tonemap=adaptive"});
    double worst = 0;
    for (size_t n = 25; n < means.size(); ++n)
        worst = std::max(worst, largest_change(means[n], means[23]));
    judge("adaptive curve, one-frame flash: trace in any frame after it", worst, "code values",
          Bar::at_most(1));
}

Light other_scene() {
    Light out = still_scene(40);
    for (int y = 0; y < height / 3; ++y)
        for (int x = 0; x < width; ++x) out.at(x, y) = srgb_color(140, 180, 240, 2500);
    return out;
}

TEST(Cut, SettlesInOneFrame) {
    double worst = 0, first = 0;
    for (const bool brighter : {true, false}) {
        const Light before = brighter ? still_scene() : other_scene();
        const Light after = brighter ? other_scene() : still_scene();
        const Means cut = measure(60, [&](int n) { return n < 12 ? before : after; });
        const Means alone = measure(1, [&](int) { return after; });
        first = std::max(first, largest_change(cut[12], alone[0]));
        for (size_t n = 13; n < cut.size(); ++n)
            worst = std::max(worst, largest_change(cut[n], alone[0]));
    }
    judge("cut: from the second frame on, against the scene alone", worst, "code values",
          Bar::at_most(1));
    tell("cut: its first frame against the scene alone", first, "code values");
}

TEST(Flash, DoesNotAffectLaterFrames) {
    const Light scene = still_scene();
    double worst = 0;
    for (const Light& flash : {still_scene(60), still_scene(3), with_visitor(scene, 24, 4000)}) {
        const Means means = measure(48, [&](int n) { return n == 24 ? flash : scene; });
        for (size_t n = 25; n < means.size(); ++n)
            worst = std::max(worst, largest_change(means[n], means[23]));
    }
    judge("one-frame flash: trace in any frame after it", worst, "code values", Bar::at_most(0.5));
}

TEST(Fade, IsSmooth) {
    static constexpr int length = 36;
    const Means means = measure(length + 12, [](int n) {
        return still_scene(40 * std::exp2(-5.0 * std::min(n, length) / length));
    });
    double back = 0, jump = 0;
    for (size_t n = 2; n < length; ++n) {
        const double step = means[n].back() - means[n - 1].back();
        const double last = means[n - 1].back() - means[n - 2].back();
        back = std::max(back, step);
        jump = std::max(jump, std::abs(step - last));
    }
    judge("fade of 5 stops in 1.5 s: rise while it should fall", back, "code values",
          Bar::at_most(0.5));
    tell("fade: largest change of its speed between frames", jump, "code values");
}

}  // namespace
}  // namespace quality::time_test
