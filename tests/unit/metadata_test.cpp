// SPDX-License-Identifier: BSD-2-Clause
//
// Curves of dynamic metadata. Readers and definitions in double precision are written from the
// standards; fitted curves are compared with the intended light.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/color/pq.h"
#include "core/metadata/gain_curves.h"
#include "core/metadata/least_shares.h"
#include "core/metadata/levels.h"
#include "core/metadata/light_codes.h"
#include "core/metadata/preset_curve.h"
#include "tests/oracle/color_reference.h"
#include "tests/oracle/plain_gains.h"

namespace tonelift {
namespace {

constexpr double white = 203;

// Returns the intended light of a screen with this peak: Reinhard's roll-off with a white point.
ScreenIntent rolled_off(double peak, double source) {
    ScreenIntent screen{peak, {}};
    for (int i = 0; i < curve_tones; ++i) {
        const double x = reference::pq_decode(i / (curve_tones - 1.0)) / peak;
        const double most = source / peak;
        screen.light.push_back(std::min(peak * x * (1 + x / (most * most)) / (1 + x), peak));
    }
    return screen;
}

// Returns the light of a gray picture whose tones are evenly spread up to a peak.
ShotLight evenly_lit(double peak) {
    ShotLight light;
    light.largest = {peak, peak, peak};
    light.width = light.height = 1;
    for (size_t i = 0; i < source_light_count; ++i) {
        const double share = source_light_shares[i] + source_luminance_shares[i];
        if (share > 0) light.code[i] = share * reference::pq_encode(peak);
    }
    light.code[static_cast<size_t>(SourceLight::p99_98)] = reference::pq_encode(peak);
    return light;
}

// --- SMPTE ST 2094-50

// Reads the syntax of annex C and checks its constraints.
class BitReader {
  public:
    explicit BitReader(std::vector<uint8_t> bytes) : bytes_(std::move(bytes)) {}
    unsigned get(int bits) {
        unsigned value = 0;
        for (int i = 0; i < bits; ++i, ++at_)
            value = 2 * value + (bytes_.at(at_ / 8) >> (7 - at_ % 8) & 1);
        return value;
    }
    bool at_end() const { return at_ == 8 * bytes_.size(); }

  private:
    std::vector<uint8_t> bytes_;
    size_t at_ = 0;
};

GainCurves read_back(const std::vector<uint8_t>& bytes) {
    BitReader bits(bytes);
    GainCurves curves;
    EXPECT_EQ(bits.get(3), 0u) << "application_version";
    EXPECT_EQ(bits.get(3), 0u) << "minimum_application_version";
    EXPECT_EQ(bits.get(2), 0u);
    EXPECT_EQ(bits.get(1), 0u) << "has_custom_hdr_reference_white_flag";
    EXPECT_EQ(bits.get(1), 1u) << "has_adaptive_tone_map_flag";
    EXPECT_EQ(bits.get(6), 0u);
    curves.baseline_headroom = bits.get(16) / 10000.0;
    EXPECT_EQ(bits.get(1), 0u) << "use_reference_white_tone_mapping_flag";
    const unsigned alternates = bits.get(3);
    EXPECT_EQ(bits.get(2), 2u) << "gain application space: BT.2020";
    const bool same_mix = bits.get(1) != 0, same_curve = bits.get(1) != 0;
    EXPECT_TRUE(same_mix && same_curve);
    for (unsigned i = 0; i < alternates; ++i) {
        curves.alternates.push_back({bits.get(16) / 10000.0, {}});
        if (i == 0) {
            EXPECT_EQ(bits.get(2), 3u) << "component_mixing_type";
            EXPECT_EQ(bits.get(6), 0b111000u);
            EXPECT_NEAR(bits.get(16) / 50000.0, 0.2627, 1e-9);
            EXPECT_NEAR(bits.get(16) / 50000.0, 0.6780, 1e-9);
            EXPECT_NEAR(bits.get(16) / 50000.0, 0.0593, 1e-4);
            const unsigned points = bits.get(5) + 1;
            EXPECT_EQ(bits.get(1), 1u) << "gain_curve_use_pchip_slope_flag";
            EXPECT_EQ(bits.get(2), 0u);
            for (unsigned k = 0; k < points; ++k) curves.x.push_back(bits.get(16) / 1000.0);
        }
        for (size_t k = 0; k < curves.x.size(); ++k)
            curves.alternates.back().gain.push_back(-(bits.get(16) / 10000.0));
    }
    EXPECT_TRUE(bits.at_end());
    return curves;
}

class GainCurvesTest : public testing::Test {
  protected:
    // Returns the light that a screen shows for gray, by the definition (clause 6.2.5, formulas 2
    // to 4).
    static double shown(const GainCurves& curves, double nits, double peak) {
        std::vector<std::pair<double, double>> gains;  // headroom, gain
        for (const GainCurves::Alternate& alternate : curves.alternates)
            gains.emplace_back(alternate.headroom,
                               plain::pchip(curves.x, alternate.gain, nits / white));
        gains.emplace_back(curves.baseline_headroom, 0);
        const double headroom = std::log2(peak / white);
        double gain = headroom <= gains[0].first ? gains[0].second : 0;
        for (size_t i = 0; i + 1 < gains.size(); ++i) {
            const auto [low, of_low] = gains[i];
            const auto [high, of_high] = gains[i + 1];
            const double share = (headroom - low) / (high - low);
            if (share >= 0 && share <= 1) gain = of_low + share * (of_high - of_low);
        }
        return nits * std::exp2(gain);
    }

    static std::vector<ScreenIntent> screens(double source) {
        std::vector<ScreenIntent> result;
        for (const double peak : {100.0, 203.0, 400.0, 600.0, 1000.0})
            result.push_back(rolled_off(peak, source));
        return result;
    }
};

TEST_F(GainCurvesTest, ShowTheIntentOnEachScreen) {
    for (const double source : {500.0, 1000.0, 4000.0, 10000.0}) {
        const auto intents = screens(source);
        const GainCurves curves = read_back(st2094_50_bits(fitted_gains(intents, source)));
        for (const ScreenIntent& screen : intents) {
            if (screen.peak < white || screen.peak > 0.9 * source) continue;
            for (int i = 60; i < curve_tones; ++i) {
                const double code = i / (curve_tones - 1.0), nits = reference::pq_decode(code);
                if (nits > source) break;
                EXPECT_NEAR(reference::pq_encode(shown(curves, nits, screen.peak)),
                            reference::pq_encode(screen.light[static_cast<size_t>(i)]), 0.0015)
                    << nits << " of " << source << " at " << screen.peak << " cd/m2";
            }
        }
    }
}

// The reader of tonemap=st2094-50 gets every code that was written.
TEST_F(GainCurvesTest, AreReadBackCodeByCode) {
    const auto code = [](double value, double codes) { return std::lround(value * codes); };
    for (const double source : {500.0, 1000.0, 4000.0, 10000.0}) {
        const GainCurves written = fitted_gains(screens(source), source);
        AdaptiveTones tones;
        ASSERT_EQ(read_adaptive_tones(st2094_50_bits(written), &tones), nullptr) << source;
        EXPECT_TRUE(tones.is_given);
        EXPECT_EQ(tones.white, 203);
        EXPECT_EQ(code(tones.baseline, 10000), code(written.baseline_headroom, 10000));
        ASSERT_EQ(tones.alternates, written.alternates.size());
        for (size_t i = 0; i < tones.alternates; ++i) {
            const AlternateImage& image = tones.alternate[i];
            EXPECT_EQ(code(image.headroom, 10000), code(written.alternates[i].headroom, 10000));
            ASSERT_EQ(image.gain.points, written.x.size());
            for (size_t k = 0; k < written.x.size(); ++k) {
                EXPECT_EQ(code(image.gain.point[k].x, 1000), code(written.x[k], 1000));
                EXPECT_EQ(code(image.gain.point[k].y, 10000),
                          code(written.alternates[i].gain[k], 10000));
            }
            for (size_t k = 0; k < 3; ++k) EXPECT_NEAR(image.gain.mix[k], luminance_mix[k], 1e-5);
        }
    }
}

// Clauses 6.2.2, 6.2.3 and 6.5.2.
TEST_F(GainCurvesTest, KeepTheConstraintsOfTheStandard) {
    for (double source = 50; source <= 10000; source *= 1.17) {
        const GainCurves curves = read_back(st2094_50_bits(fitted_gains(screens(source), source)));
        EXPECT_LE(curves.baseline_headroom, 6);
        EXPECT_LE(curves.alternates.size(), most_alternates);
        EXPECT_LE(curves.x.size(), most_control_points);
        double before = -1;
        for (const GainCurves::Alternate& alternate : curves.alternates) {
            EXPECT_GT(alternate.headroom, before) << source;
            EXPECT_LT(alternate.headroom, curves.baseline_headroom) << source;
            before = alternate.headroom;
            for (const double gain : alternate.gain) EXPECT_LE(gain, 0);
        }
        for (size_t i = 1; i < curves.x.size(); ++i) EXPECT_GT(curves.x[i], curves.x[i - 1]);
    }
}

TEST_F(GainCurvesTest, AreReadBackBitForBit) {
    const GainCurves curves = fitted_gains(screens(2000), 2000);
    ASSERT_EQ(curves.alternates.size(), most_alternates);
    const GainCurves there = read_back(st2094_50_bits(curves));
    EXPECT_EQ(st2094_50_bits(there), st2094_50_bits(curves));
    EXPECT_NEAR(there.baseline_headroom, std::log2(2000 / white), 1e-4);
    ASSERT_EQ(there.x.size(), curves.x.size());
    for (size_t i = 0; i < curves.x.size(); ++i) {
        EXPECT_NEAR(there.x[i], curves.x[i], 1e-9);
        for (size_t k = 0; k < curves.alternates.size(); ++k)
            EXPECT_NEAR(there.alternates[k].gain[i], curves.alternates[k].gain[i], 1e-9);
    }
}

// The least gain is -6 stops, the range of its code. The preset shows these tones as black.
TEST_F(GainCurvesTest, BlackTonesHaveTheLeastGain) {
    auto intents = screens(2000);
    for (ScreenIntent& screen : intents) std::fill_n(screen.light.begin(), curve_tones / 4, 0.0);
    const GainCurves curves = fitted_gains(intents, 2000);
    EXPECT_EQ(curves.alternates[0].gain[0], -6);
    const GainCurves there = read_back(st2094_50_bits(curves));
    for (size_t k = 0; k < curves.alternates.size(); ++k) {
        for (size_t i = 0; i < curves.x.size(); ++i)
            EXPECT_NEAR(there.alternates[k].gain[i], curves.alternates[k].gain[i], 1e-9);
    }
}

TEST_F(GainCurvesTest, GainEqualsItsDefinition) {
    const GainCurves curves = fitted_gains(screens(3000), 3000);
    for (size_t k = 0; k < curves.alternates.size(); ++k) {
        for (double x = 0.0005; x < 60; x *= 1.03)
            EXPECT_NEAR(gain_at(curves, k, x), plain::pchip(curves.x, curves.alternates[k].gain, x),
                        1e-9)
                << x;
    }
}

// --- SMPTE ST 2094-40

// Returns the sum of Bernstein polynomials (annex B).
double bernstein(const BezierCurve& curve, double x) {
    if (x <= curve.knee_x && curve.knee_x > 0) return x * curve.knee_y / curve.knee_x;
    const size_t n = curve.anchors.size() + 1;
    const double t = (x - curve.knee_x) / (1 - curve.knee_x);
    double sum = 0, binomial = 1;
    for (size_t k = 0; k <= n; ++k) {
        const double point = k == 0 ? 0 : k == n ? 1 : curve.anchors[k - 1];
        sum += binomial * std::pow(t, k) * std::pow(1 - t, n - k) * point;
        binomial *= static_cast<double>(n - k) / static_cast<double>(k + 1);
    }
    return curve.knee_y + (1 - curve.knee_y) * sum;
}

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
            EXPECT_NEAR(shown_light(curve, 1000, 1000 * x), 400 * bernstein(curve, x), 1e-9)
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

// For a screen darker than the target by the factor u, the knee moves toward 0 by u and toward the
// clipping line, and the anchors move toward 1.
TEST(BezierCurveTest, ForADarkerScreenFollowsTheStandard) {
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

// Returns the light that a screen of this peak shows for light of the picture, by a fitted curve.
double shown(const FittedBezier& fit, double peak, double nits) {
    const BezierCurve there = adapted(fit.curve, fit.source, std::min(peak, fit.source));
    return shown_light(there, fit.source, nits);
}

// Fitting the intent of a curve of this form finds the curve again, on all screens.
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

// A curve over 10,000 cd/m2 rises too slowly for dark tones. The stated peak is then below the
// scene's light, but not below the 99th percentile of the usual light.
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

// One screen's tones can be shown within 3 dE-ITP (ITU-R BT.2124: 720 times the difference of
// intensity); for several screens annex B is a compromise.
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

// ST 2094-40 limits the peak of a scene and the anchors. Black has no shape to fit.
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

// The screens are dark below a tone and at their peak above it. Readers refuse falling anchors.
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

// At the minimum of a convex problem, no move of weight from one share to another decreases the
// quadratic form.
TEST(LeastSharesTest, NoMoveBetweenSharesDecreasesTheForm) {
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

TEST(LightCodesTest, ApproximateTheStandard) {
    for (double nits = 0.0001; nits < 10000; nits *= 1.013) {
        EXPECT_NEAR(code_of_light(nits), reference::pq_encode(nits), 3e-5) << nits;
        const double slope = (reference::pq_encode(2 * nits) - reference::pq_encode(nits)) / nits;
        if (2 * nits < 10000 && nits > 0.01) {
            EXPECT_NEAR(slope_between(2 * nits, nits) / slope, 1, 0.01) << nits;
        }
    }
}

// --- light

TEST(ShotLightTest, DistributionIsReadBothWays) {
    const ShotLight light = evenly_lit(1000);
    for (double share = 0.01; share < 1; share += 0.01) {
        const double code = code_below(light, share);
        EXPECT_NEAR(code, share * reference::pq_encode(1000), 2e-4) << share;
        EXPECT_NEAR(share_below(light, code), share, 1e-9);
    }
    double sum = 0;
    for (const double weight : tone_weights(light, 65)) sum += weight;
    EXPECT_NEAR(sum, 1, 1e-9);
}

// Level 1 describes the area inside the bars, which are the darkest part of the picture.
TEST(ShotLightTest, Level1ExcludesBlackBars) {
    ShotLight light = evenly_lit(1000);
    const Level1 whole = level1_of(light);
    const double peak = reference::pq_encode(1000);
    EXPECT_EQ(whole.brightest, std::lround(4095 * peak));
    EXPECT_NEAR(whole.mean, 4095 * peak / 2, 3);
    light.height = 0.75;  // the lower quarter of the distribution belongs to the bars
    const Level1 inside = level1_of(light);
    EXPECT_EQ(inside.brightest, whole.brightest);
    EXPECT_NEAR(inside.mean, 4095 * peak * 0.625, 3);
    EXPECT_NEAR(inside.darkest, 4095 * peak * 0.2575, 3);
    light.width = 0;
    EXPECT_EQ(level1_of(light).brightest, 0) << "a black picture";
}

// Titles and fades to white have a single tone. The mean is never below the darkest or above the
// brightest value.
TEST(ShotLightTest, Level1OfOneToneIsOrdered) {
    ShotLight light = evenly_lit(1000);
    light.code.fill(reference::pq_encode(1000));
    const Level1 level = level1_of(light);
    EXPECT_LE(level.darkest, level.mean);
    EXPECT_LE(level.mean, level.brightest);
    EXPECT_EQ(level.brightest, std::lround(4095 * reference::pq_encode(1000)));
}

TEST(ShotLightTest, PqEqualsTheStandard) {
    for (double nits = 0.0001; nits <= 10000; nits *= 1.5) {
        EXPECT_NEAR(pq_code(nits), reference::pq_encode(nits), 1e-12);
        EXPECT_NEAR(pq_light(pq_code(nits)) / nits, 1, 1e-9);
    }
}

}  // namespace
}  // namespace tonelift
