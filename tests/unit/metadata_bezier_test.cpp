// SPDX-License-Identifier: BSD-2-Clause
// Tests how HDR10+ curves are fitted to the intended light (SMPTE ST 2094-40).
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/metadata/bezier_light.h"
#include "core/metadata/hdr10plus_codes.h"
#include "core/metadata/least_shares.h"
#include "tests/support/hdr10_plus.h"
#include "tests/unit/metadata_light.h"

namespace tonelift::metadata_bezier_test {
namespace {

BezierCurve some_curve(unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> share(0, 1);
    BezierCurve curve{400, 0.3 * share(random), 0.5 * share(random), {}};
    for (int i = 0; i < 9; ++i) curve.anchors.push_back(share(random));
    return curve;
}

TEST(BezierCurveTest, EqualsItsDefinition) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        const BezierCurve curve = some_curve(seed);
        for (double x = 0; x <= 1; x += 0.01)
            EXPECT_NEAR(shown_light(curve, 1000, 1000 * x), 400 * defined_curve(curve, x), 1e-9)
                << seed << " " << x;
    }
}

TEST(BezierCurveTest, IsUnchangedOnItsTargetAndLinearOnAScreenAsBrightAsTheSource) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        const BezierCurve curve = some_curve(seed);
        const BezierCurve there = adapted(curve, 1000, 400), line = adapted(curve, 1000, 1000);
        EXPECT_EQ(there.anchors, curve.anchors);
        EXPECT_EQ(there.knee_y, curve.knee_y);
        for (double nits = 0; nits <= 1000; nits += 50)
            EXPECT_NEAR(shown_light(line, 1000, nits), nits, 1e-6);
    }
}

TEST(BezierCurveTest, IsAdaptedToDarkerScreensAsInTheStandard) {
    const BezierCurve curve{400, 0.1, 0.2, {0.3, 0.5, 0.7}};
    const BezierCurve there = adapted(curve, 1000, 100);
    EXPECT_NEAR(there.knee_x, 0.025, 1e-12);
    const double beta = 4 * 0.025 / 0.975, clipping = std::min(0.25, beta / (beta + 1));
    EXPECT_NEAR(there.knee_y, 0.75 * clipping + 0.25 * 0.05, 1e-12);
    EXPECT_NEAR(there.anchors[1], 0.75 + 0.25 * 0.5, 1e-12);
    EXPECT_NEAR(there.anchors[2], 0.75 + 0.25 * 0.7, 1e-12);
    const double start = there.knee_y / there.knee_x * (1 - there.knee_x) / (1 - there.knee_y) / 4;
    EXPECT_NEAR(there.anchors[0], 0.75 * std::min(start, 1.0) + 0.25 * 0.3, 1e-12);
}

TEST(BezierLightTest, EqualsTheCurvesOnEachScreen) {
    const std::vector<double> tones{0.1, 2, 30, 250, 900, 1500},
        weights{0.3, 0.2, 0.2, 0.1, 0.1, 0.1};
    const std::vector<double> peaks{100, 203, 400, 600}, sources{1000, 1000, 1500, 500};
    const std::vector<double> targets{100, 300, 700}, knees{0, 0.02, 0.4};
    BezierLight light(tones, {weights, {1, 0, 0, 0, 0, 0}}, peaks);
    std::mt19937 random(3);
    std::uniform_real_distribution<double> share(0, 1);
    for (int round = 0; round < 300; ++round) {
        const double source = sources[random() % 4];
        BezierCurve curve{targets[random() % 3], knees[random() % 3], 0.5 * share(random), {}};
        light.set(source, curve.target, curve.knee_x, curve.knee_y);
        Shares rises;
        double sum = 0, anchor = 0;
        for (double& rise : rises) sum += rise = share(random);
        for (double& rise : rises) rise /= sum;
        for (size_t i = 0; i < most_anchors; ++i) curve.anchors.push_back(anchor += rises[i]);
        for (size_t k = 0; k < peaks.size(); ++k) {
            const double peak = std::min(peaks[k], source);
            const BezierCurve there = adapted(curve, source, peak);
            double mean = 0;
            for (size_t i = 0; i < tones.size(); ++i) {
                const double wanted = peak * defined_curve(there, std::min(tones[i] / source, 1.0));
                EXPECT_NEAR(light.shown(light.screen(k), i, rises), wanted, 1e-9 * peak) << round;
                mean += weights[i] * wanted;
            }
            EXPECT_NEAR(light.shown(light.screen(k), tones.size(), rises), mean, 1e-9 * peak);
            EXPECT_EQ(light.shown(light.screen(k), tones.size() + 1, rises),
                      light.shown(light.screen(k), 0, rises));
        }
    }
}

double shown(const FittedBezier& fit, double peak, double nits) {
    const BezierCurve there = adapted(fit.curve, fit.source, std::min(peak, fit.source));
    return shown_light(there, fit.source, nits);
}

TEST(BezierCurveTest, FitReproducesACurveOfItsOwnForm) {
    const BezierCurve curve{600, 0.05, 0.06, {0.2, 0.36, 0.5, 0.62, 0.72, 0.8, 0.87, 0.92, 0.96}};
    std::vector<ScreenIntent> screens;
    for (const double peak : {100.0, 203.0, 400.0, 600.0}) {
        ScreenIntent screen{peak, {}};
        for (int i = 0; i < curve_tones; ++i)
            screen.light.push_back(
                shown({curve, 1000}, peak, reference::pq_decode(i / (curve_tones - 1.0))));
        screens.push_back(std::move(screen));
    }
    const FittedBezier found = fitted_bezier(screens, evenly_lit(1000));
    for (const ScreenIntent& screen : screens) {
        for (int i = 100; i < 750; i += 10) {
            const double nits = reference::pq_decode(i / (curve_tones - 1.0));
            EXPECT_NEAR(reference::pq_encode(shown(found, screen.peak, nits)),
                        reference::pq_encode(screen.light[static_cast<size_t>(i)]), 0.006)
                << nits << " at " << screen.peak << " cd/m2";
        }
    }
}

TEST(BezierCurveTest, FitOfVeryBrightScenesShowsDarkTones) {
    std::vector<ScreenIntent> screens;
    for (const double peak : {100.0, 203.0, 400.0, 600.0})
        screens.push_back(rolled_off(peak, 10000));
    const FittedBezier found = fitted_bezier(screens, evenly_lit(10000));
    EXPECT_GE(found.source, 2999.9);
    for (const ScreenIntent& screen : screens) {
        double sum = 0;
        int count = 0;
        for (int i = 200; i < curve_tones; i += 10, ++count) {
            const double nits = reference::pq_decode(i / (curve_tones - 1.0));
            sum += std::abs(reference::pq_encode(shown(found, screen.peak, nits)) -
                            reference::pq_encode(screen.light[static_cast<size_t>(i)]));
        }
        EXPECT_LE(sum / count, 0.01) << screen.peak;
    }
    ShotLight camera = evenly_lit(1000);
    camera.code[static_cast<size_t>(SourceLight::p99)] = reference::pq_encode(950);
    EXPECT_GE(fitted_bezier(screens, camera).source, 949.9);
    EXPECT_LE(fitted_bezier(screens, camera).source, 1000);
}

// For gray, the color difference dE-ITP of ITU-R BT.2124 is 720 times the difference of the PQ
// codes.
TEST(BezierCurveTest, FitForOneScreenShowsItsTones) {
    for (const double source : {1000.0, 10000.0}) {
        for (const double peak : {203.0, 400.0, 600.0}) {
            const std::vector<ScreenIntent> screen{rolled_off(peak, source)};
            const FittedBezier found = fitted_bezier(screen, evenly_lit(source));
            EXPECT_GE(found.curve.target, peak / 2);
            double sum = 0;
            int count = 0;
            for (int i = 200; i < 850; i += 10, ++count) {
                const double nits = reference::pq_decode(i / (curve_tones - 1.0));
                if (nits > found.source) break;
                sum += std::abs(reference::pq_encode(shown(found, peak, nits)) -
                                reference::pq_encode(screen[0].light[static_cast<size_t>(i)]));
            }
            EXPECT_LE(720 * sum / count, 3) << source << " at " << peak;
        }
    }
}

ShotLight lit_between(double first, double last) {
    ShotLight light = evenly_lit(10000);
    for (size_t i = 0; i < source_light_count; ++i) {
        const double share = source_light_shares[i] + source_luminance_shares[i];
        if (share > 0 && share < 0.9998) light.code[i] = first + (last - first) * share;
    }
    return light;
}

TEST(BezierCurveTest, FitShowsTheTonesOfAFrameThatDiffersFromItsShot) {
    const ShotLight dim = lit_between(0, 0.3), flash = lit_between(0.5, 0.6);
    const std::vector<ScreenIntent> screen{rolled_off(100, 10000)};
    const auto error = [&](const FittedBezier& fit, double first, double last) {
        double sum = 0;
        int count = 0;
        for (double code = first; code < last; code += 0.01, ++count)
            sum += std::abs(reference::pq_encode(shown(fit, 100, reference::pq_decode(code))) -
                            reference::pq_encode(light_at(screen[0].light, code)));
        return 720 * sum / count;
    };
    const FittedBezier fit = fitted_bezier(screen, dim, std::vector{flash});
    EXPECT_LE(error(fit, 0.05, 0.3), 1);
    EXPECT_LE(error(fit, 0.5, 0.6), 1);
    EXPECT_GT(error(fitted_bezier(screen, dim), 0.5, 0.6), 3)
        << "the flash is only part of the shot";
}

TEST(BezierCurveTest, FitHasCodesOfTheStandard) {
    for (const double source : {0.5, 80.0, 203.0, 1000.0, 10000.0}) {
        std::vector<ScreenIntent> screens;
        for (const double peak : {100.0, 203.0, 400.0, 600.0})
            screens.push_back(rolled_off(peak, std::max(source, peak)));
        const FittedBezier fit = fitted_bezier(screens, evenly_lit(source));
        const BezierCurve& found = fit.curve;
        EXPECT_NEAR(10 * fit.source, std::round(10 * fit.source), 1e-6);
        EXPECT_LE(found.anchors.size(), most_anchors);
        EXPECT_GE(found.target, 1);
        for (const double anchor : found.anchors) {
            EXPECT_TRUE(anchor >= 0 && anchor <= 1) << source;
            EXPECT_NEAR(anchor * 1023, std::round(anchor * 1023), 1e-9);
        }
        EXPECT_TRUE(found.knee_x >= 0 && found.knee_x < 1) << source;
        EXPECT_NEAR(found.knee_x * 4095, std::round(found.knee_x * 4095), 1e-9);
        EXPECT_NEAR(found.knee_y * 4095, std::round(found.knee_y * 4095), 1e-9);
    }
}

// libplacebo scales the curve to the luminance of MaxScl, so this luminance must equal the source
// peak for which the curve was fitted.
TEST(BezierCurveTest, CurveIsRelativeToTheLuminanceOfMaxScl) {
    constexpr std::array<double, 3> colors[] = {
        {2000, 1200, 400}, {400, 1200, 2000}, {10000, 20, 0}, {1000, 1000, 1000}, {3, 2000, 2000}};
    for (const auto& largest : colors) {
        ShotLight light = evenly_lit(*std::ranges::max_element(largest));
        light.largest = largest;
        std::vector<ScreenIntent> screens;
        for (const double peak : {100.0, 203.0, 400.0, 600.0})
            screens.push_back(rolled_off(peak, light.peak()));
        const FittedBezier fit = fitted_bezier(screens, light);
        const Hdr10PlusCodes codes = hdr10plus_codes(light, &fit);
        const auto [red, green, blue] = codes.max_scl;
        const double luminance = (0.2627 * red + 0.6780 * green + 0.0593 * blue) / 10;
        EXPECT_NEAR(luminance, fit.source, 0.1) << largest[0];
        for (size_t i = 0; i < 3; ++i) EXPECT_LE(codes.max_scl[i], 10 * largest[i] + 1);
        const double most = 0.2627 * largest[0] + 0.6780 * largest[1] + 0.0593 * largest[2];
        EXPECT_LE(fit.source, most + 0.1);
    }
}

// If the brightest light of the source is within the range of every screen, the curve must be the
// identity. A black picture is one such case.
TEST(BezierCurveTest, LightWithinEveryScreensRangeIsKept) {
    for (const double source : {0.0, 0.5, 20.0, 100.0}) {
        std::vector<ScreenIntent> screens;
        for (const double peak : {100.0, 203.0, 400.0, 600.0})
            screens.push_back(rolled_off(peak, peak));
        const BezierCurve found = fitted_bezier(screens, evenly_lit(source)).curve;
        EXPECT_EQ(found.target, 100) << source;
        EXPECT_EQ(found.knee_x, 0);
        EXPECT_EQ(found.knee_y, 0);
        for (size_t i = 0; i < found.anchors.size(); ++i)
            EXPECT_NEAR(found.anchors[i], 0.1 * static_cast<double>(i + 1), 0.5 / 1023);
    }
}

TEST(BezierCurveTest, FitOfAStepHasAnchorsThatDoNotFall) {
    for (int from = 32; from < curve_tones; from += 32) {
        std::vector<ScreenIntent> screens;
        for (const double peak : {100.0, 203.0, 400.0, 600.0}) {
            ScreenIntent screen{peak, std::vector<double>(curve_tones, 0.05 * peak)};
            std::fill(screen.light.begin() + from, screen.light.end(), peak);
            screens.push_back(std::move(screen));
        }
        const BezierCurve found =
            fitted_bezier(screens, evenly_lit(reference::pq_decode((from + 40) / 1023.0))).curve;
        EXPECT_TRUE(std::is_sorted(found.anchors.begin(), found.anchors.end())) << from;
    }
}

TEST(Hdr10PlusCodesTest, NoLightExceedsMaxScl) {
    ShotLight light = evenly_lit(10000);
    light.mean = 10000;
    light.code.fill(1);
    FittedBezier fit;
    fit.source = 3000;
    for (const FittedBezier* curve :
         {static_cast<const FittedBezier*>(nullptr), &std::as_const(fit)}) {
        const Hdr10PlusCodes codes = hdr10plus_codes(light, curve);
        const int most = std::ranges::max(codes.max_scl);
        EXPECT_LE(codes.average, most);
        for (size_t i = 0; i < codes.distribution.size(); ++i)
            EXPECT_LE(codes.distribution[i], most) << i;
    }
}

TEST(LeastSharesTest, MovingWeightDoesNotImproveTheMinimum) {
    std::mt19937 random(7);
    std::normal_distribution<double> number;
    for (int round = 0; round < 200; ++round) {
        QuadraticForm form{};
        for (size_t rows = round % 12 + 1; rows > 0; --rows) {
            Shares row;
            for (double& value : row) value = number(random) + round % 3;
            for (size_t i = 0; i < share_count; ++i)
                for (size_t k = 0; k < share_count; ++k) form[i][k] += row[i] * row[k];
        }
        const Shares shares = least_shares(form);
        double sum = 0, least = HUGE_VAL;
        Shares slope{};
        for (size_t i = 0; i < share_count; ++i) {
            EXPECT_GE(shares[i], 0);
            sum += shares[i];
            for (size_t k = 0; k < share_count; ++k) slope[i] += form[i][k] * shares[k];
            least = std::min(least, slope[i]);
        }
        EXPECT_NEAR(sum, 1, 1e-12);
        for (size_t i = 0; i < share_count; ++i) {
            if (shares[i] > 1e-6) {
                EXPECT_NEAR(slope[i], least, 1e-4 * form[i][i]) << round;
            }
        }
    }
}

}  // namespace
}  // namespace tonelift::metadata_bezier_test
