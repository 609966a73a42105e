// SPDX-License-Identifier: BSD-2-Clause
// Tests tonemap=st2094-40: the pictures equal a computation of the HDR10+ curves in double
// precision (SMPTE ST 2094-40, annex B).
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "tests/oracle/color_reference.h"
#include "tests/support/api_stream.h"
#include "tests/support/hdr10_plus.h"

namespace tonelift::hdr10_plus_test {
namespace {

constexpr int tones = 128;

class Hdr10PlusTest : public testing::Test {
  protected:
    void SetUp() override {
        for (int x = 0; x < tones; ++x) {
            for (int y = 0; y < 4; ++y) {
                for (int c = 0; c < 3; ++c)
                    ramp_.set_code(c, x, y, std::round(65535.0 * x / (tones - 1)));
            }
        }
    }

    static tonelift_video ramp_video() {
        tonelift_video video = hdr10_video(TONELIFT_FORMAT_GBRP16, tones, 4);
        video.matrix = 0;
        video.range = TONELIFT_RANGE_FULL;
        return video;
    }

    tonelift_options options(double peak) const {
        tonelift_options result = default_options();
        result.device = "cpu";
        result.tonemap = TONELIFT_TONEMAP_ST2094_40;
        result.script_text =
            "plane v = lightness(input);\n"
            "output relight(input, v, tone_curve(v, 0, 1));\n";
        result.target_peak = peak;
        result.primaries = TONELIFT_PRIMARIES_BT2020;
        result.format = "gbrpf32le";
        return result;
    }

    std::vector<double> light(tonelift_filter* filter, double peak,
                              const tonelift_hdr10_plus* metadata) const {
        TestPicture out = picture_for(output_of(options(peak), ramp_video()));
        tonelift_frame from = frame_of(ramp_, 0.04 * ++frames_), to = frame_of(out, 0);
        from.hdr10_plus = metadata;
        EXPECT_EQ(tonelift_filter_process(filter, &from, &to, 1), TONELIFT_OK);
        std::vector<double> result;
        for (int x = 0; x < tones; ++x)
            result.push_back(peak * std::pow(std::clamp(out.code(1, x, 1), 0.0, 1.0), 2.4));
        return result;
    }
    FilterHandle filter(double peak) {
        return make_filter(options(peak), ramp_video(), output_of(options(peak), ramp_video()),
                           &messages_);
    }

    // Returns the mapped luminance of `nits` by SMPTE ST 2094-40, annex B. All luminances are in
    // cd/m2.
    static double defined(const BezierCurve& curve, double source, double screen, double nits) {
        const BezierCurve there = adapted(curve, source, std::min(screen, source));
        return there.target * defined_curve(there, std::min(nits / source, 1.0));
    }

    void expect_curve(const std::vector<double>& light, const BezierCurve& curve, double source,
                      double screen) {
        for (int x = 0; x < tones; ++x) {
            const double nits = reference::pq_decode(x / (tones - 1.0));
            EXPECT_NEAR(reference::pq_encode(light[static_cast<size_t>(x)]),
                        reference::pq_encode(defined(curve, source, screen, nits)), 0.002)
                << nits << " of " << source << " at " << screen << " cd/m2";
        }
    }

    TestPicture ramp_{picture_for(ramp_video())};
    Messages messages_;
    mutable int frames_ = 0;
};

TEST_F(Hdr10PlusTest, CurvesEqualTheirDefinitionOnEachScreen) {
    for (const double screen : {100.0, 203.0, 300.0, 600.0}) {
        const FilterHandle filter = this->filter(screen);
        for (const double source : {800.0, 2000.0}) {
            for (const BezierCurve& curve : {soft, hard}) {
                const tonelift_hdr10_plus metadata = metadata_of(source, curve);
                expect_curve(light(filter.get(), screen, &metadata), curve, source, screen);
            }
        }
    }
    EXPECT_EQ(messages_.warnings, "");
}

TEST_F(Hdr10PlusTest, CurveThatBeginsAboveBlackKeepsItsStart) {
    const BezierCurve raised{203, 0, 0.3, {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9}};
    const FilterHandle filter = this->filter(203);
    const tonelift_hdr10_plus metadata = metadata_of(1000, raised);
    std::vector<double> shown = light(filter.get(), 203, &metadata);
    EXPECT_NEAR(shown.front(), 0, 1e-3) << "black has no color that could be brightened";
    shown.front() = defined(raised, 1000, 203, 0);
    expect_curve(shown, raised, 1000, 203);
}

// If the stated peak of the source is very low, the filter uses a minimum instead: the screen's
// peak, but at most 100 cd/m2. libplacebo does the same.
TEST_F(Hdr10PlusTest, PeakOfANearlyBlackSceneDoesNotBlackenThePicture) {
    for (const double screen : {60.0, 100.0, 203.0}) {
        const FilterHandle filter = this->filter(screen);
        for (const double source : {0.006, 20.0}) {
            const tonelift_hdr10_plus metadata = metadata_of(source, soft);
            expect_curve(light(filter.get(), screen, &metadata), soft, std::min(screen, 100.0),
                         screen);
        }
    }
}

TEST_F(Hdr10PlusTest, FrameWithoutMetadataUsesThePreviousMetadata) {
    const FilterHandle filter = this->filter(203);
    const tonelift_hdr10_plus metadata = metadata_of(1000, soft);
    const auto with = light(filter.get(), 203, &metadata);
    EXPECT_EQ(light(filter.get(), 203, nullptr), with);
}

TEST_F(Hdr10PlusTest, StreamWithoutMetadataFallsBackToAutoWithOneMessage) {
    const FilterHandle filter = this->filter(203);
    const auto without = light(filter.get(), 203, nullptr);
    light(filter.get(), 203, nullptr);
    const std::string text = "without a curve in HDR10+ metadata";
    EXPECT_EQ(messages_.warnings.find(text), messages_.warnings.rfind(text)) << messages_.warnings;
    EXPECT_NE(messages_.warnings.find(text), std::string::npos) << messages_.warnings;
    tonelift_options automatic = options(203);
    automatic.tonemap = TONELIFT_TONEMAP_AUTO;
    const FilterHandle other =
        make_filter(automatic, ramp_video(), output_of(automatic, ramp_video()), &messages_);
    const auto wanted = light(other.get(), 203, nullptr);
    for (size_t x = 0; x < without.size(); ++x) EXPECT_NEAR(without[x], wanted[x], 0.01) << x;
}

TEST_F(Hdr10PlusTest, BrokenMetadataIsIgnoredWithOneMessage) {
    const FilterHandle filter = this->filter(203);
    const tonelift_hdr10_plus whole = metadata_of(1000, soft);
    const auto right = light(filter.get(), 203, &whole);
    const double nan = std::numeric_limits<double>::quiet_NaN(), infinite = HUGE_VAL;
    std::vector<tonelift_hdr10_plus> broken;
    for (double tonelift_hdr10_plus::*field :
         {&tonelift_hdr10_plus::scene_peak, &tonelift_hdr10_plus::target,
          &tonelift_hdr10_plus::knee_x, &tonelift_hdr10_plus::knee_y}) {
        for (const double value : {nan, infinite, -1.0, 20000.0}) {
            broken.push_back(whole);
            broken.back().*field = value;
        }
    }
    for (const double value : {nan, infinite, -0.1, 1.1, 0.1}) {
        broken.push_back(whole);
        broken.back().anchors[4] = value;
    }
    for (const int count : {-1, 0, 16, 1000000}) {
        broken.push_back(whole);
        broken.back().anchor_count = count;
    }
    for (const tonelift_hdr10_plus& metadata : broken)
        EXPECT_EQ(light(filter.get(), 203, &metadata), right);
    const std::string text = "the peak of its scene is not a luminance";
    EXPECT_NE(messages_.warnings.find(text), std::string::npos);
    EXPECT_EQ(messages_.warnings.find(text), messages_.warnings.rfind(text));
}

TEST_F(Hdr10PlusTest, RandomMetadataNeverExceedsThePeak) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> share(0, 1);
    const FilterHandle filter = this->filter(203);
    for (int i = 0; i < 200; ++i) {
        tonelift_hdr10_plus metadata = metadata_of(1, soft);
        metadata.scene_peak = std::pow(10000, share(random));
        metadata.target = std::pow(10000, share(random));
        metadata.knee_x = 0.999 * share(random);
        metadata.knee_y = share(random);
        metadata.anchor_count = 1 + i % 15;
        for (double& anchor : metadata.anchors) anchor = share(random);
        std::sort(metadata.anchors, metadata.anchors + metadata.anchor_count);
        const auto shown = light(filter.get(), 203, &metadata);
        for (const double nits : shown) ASSERT_TRUE(nits >= 0 && nits <= 203.01) << i;
    }
}

TEST_F(Hdr10PlusTest, BatchEqualsSingleFrames) {
    const FilterHandle one = filter(203), many = filter(203);
    const tonelift_hdr10_plus first = metadata_of(1000, soft), second = metadata_of(4000, hard);
    const auto a = light(one.get(), 203, &first), b = light(one.get(), 203, &second);
    std::vector<TestPicture> outs(2, picture_for(output_of(options(203), ramp_video())));
    std::vector<tonelift_frame> from{frame_of(ramp_, 0), frame_of(ramp_, 0.04)};
    std::vector<tonelift_frame> to{frame_of(outs[0], 0), frame_of(outs[1], 0.04)};
    from[0].hdr10_plus = &first;
    from[1].hdr10_plus = &second;
    ASSERT_EQ(tonelift_filter_process(many.get(), from.data(), to.data(), 2), TONELIFT_OK);
    for (int x = 0; x < tones; ++x) {
        const auto nits = [&](size_t i) { return 203 * std::pow(outs[i].code(1, x, 1), 2.4); };
        EXPECT_NEAR(nits(0), a[static_cast<size_t>(x)], 1e-6);
        EXPECT_NEAR(nits(1), b[static_cast<size_t>(x)], 1e-6);
    }
}

}  // namespace
}  // namespace tonelift::hdr10_plus_test
