// SPDX-License-Identifier: BSD-2-Clause
// Tests that gain curves of SMPTE ST 2094-50 reproduce the intended light, and that level 1 of
// Dolby Vision contains the luminance levels of the shot.
#include <gtest/gtest.h>

#include <cmath>

#include "core/color/pq.h"
#include "core/metadata/gain_curves.h"
#include "core/metadata/levels.h"
#include "core/metadata/light_codes.h"
#include "core/metadata/preset_curve.h"
#include "tests/oracle/color_reference.h"
#include "tests/oracle/plain_gains.h"
#include "tests/unit/metadata_light.h"

namespace tonelift::metadata_test {
namespace {

constexpr double white = 203;

// Reads the bits of SMPTE ST 2094-50 metadata (annex C). The tests check that the values in the
// metadata obey the limits of the standard.
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
    // Returns the luminance in cd/m2 to which the gain curves map `nits` on a screen with the peak
    // `peak` (SMPTE ST 2094-50, clause 6.2.5, formulas 2 to 4).
    static double shown(const GainCurves& curves, double nits, double peak) {
        std::vector<std::pair<double, double>> gains;
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

TEST_F(GainCurvesTest, AreReadBackAsWritten) {
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

// SMPTE ST 2094-50 limits the headrooms, the number of alternates and the number of control points
// (clauses 6.2.2, 6.2.3 and 6.5.2).
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

TEST(LightCodesTest, ApproximateTheStandard) {
    for (double nits = 0.0001; nits < 10000; nits *= 1.013) {
        EXPECT_NEAR(code_of_light(nits), reference::pq_encode(nits), 3e-5) << nits;
        const double slope = (reference::pq_encode(2 * nits) - reference::pq_encode(nits)) / nits;
        if (2 * nits < 10000 && nits > 0.01) {
            EXPECT_NEAR(slope_between(2 * nits, nits) / slope, 1, 0.01) << nits;
        }
    }
}

TEST(ShotLightTest, ShareBelowIsTheInverseOfCodeBelow) {
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

TEST(ShotLightTest, Level1ExcludesBlackBars) {
    ShotLight light = evenly_lit(1000);
    const Level1 whole = level1_of(light);
    const double peak = reference::pq_encode(1000);
    EXPECT_EQ(whole.brightest, std::lround(4095 * peak));
    EXPECT_NEAR(whole.mean, 4095 * peak / 2, 3);
    light.height = 0.75;
    const Level1 inside = level1_of(light);
    EXPECT_EQ(inside.brightest, whole.brightest);
    EXPECT_NEAR(inside.mean, 4095 * peak * 0.625, 3);
    EXPECT_NEAR(inside.darkest, 4095 * peak * 0.2575, 3);
    light.width = 0;
    EXPECT_EQ(level1_of(light).brightest, 0) << "a black picture";
}

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
}  // namespace tonelift::metadata_test
