// SPDX-License-Identifier: BSD-2-Clause
// Tests tonemap=st2094-10: the pictures equal a computation of the Dolby Vision trims in double
// precision.
#include <limits>
#include <random>

#include "tests/oracle/plain_trims.h"
#include "tests/support/mapped_colors.h"

namespace tonelift::dolby_trims_test {
namespace {

using reference::Vec3;

constexpr double white = 203;

class DolbyTrimsTest : public MappedColors {
  protected:
    static tonelift_options options() {
        tonelift_options result = linear_options(TONELIFT_TONEMAP_ST2094_10, white);
        result.transfer = TONELIFT_TRANSFER_BT709;
        return result;
    }
    static double sdr_light(double code) { return white * std::pow(std::max(code, 0.0), 2.4); }

    static tonelift_dolby_trims trims_of(double darkest, double mean, double brightest) {
        tonelift_dolby_trims trims;
        tonelift_dolby_trims_default(&trims);
        trims.darkest = darkest;
        trims.mean = mean;
        trims.brightest = brightest;
        return trims;
    }
    static tonelift_dolby_trims some_trims(std::mt19937& random) {
        const auto between = [&](double low, double high) {
            return std::uniform_real_distribution<double>(low, high)(random);
        };
        const double darkest = between(0, 0.1), mean = darkest + std::pow(10, between(-1, 2));
        tonelift_dolby_trims trims = trims_of(darkest, mean, mean + std::pow(10, between(1, 3.5)));
        trims.slope = between(0.7, 1.3);
        trims.offset = between(-0.1, 0.1);
        trims.power = between(0.7, 1.3);
        trims.chroma_weight = between(-0.2, 0.2);
        trims.saturation_gain = between(-0.3, 0.3);
        return trims;
    }

    TestPicture shown(tonelift_filter* filter, const tonelift_dolby_trims* trims) {
        return MappedColors::shown(filter, options_,
                                   [&](tonelift_frame& frame) { frame.dolby_trims = trims; });
    }
    void expect_definition(const TestPicture& out, const tonelift_dolby_trims& trims,
                           const std::string& what) {
        MappedColors::expect_definition(
            out, white, sdr_light,
            [&](const Vec3& light) {
                Vec3 result = plain::trimmed_light(trims, light);
                for (double& number : result) number *= white;
                return result;
            },
            what, 2e-3);
    }

    tonelift_options options_ = options();
};

TEST_F(DolbyTrimsTest, PicturesEqualTheDefinition) {
    std::mt19937 random(4);
    const FilterHandle filter = this->filter(options_);
    for (int i = 0; i < 100; ++i) {
        const tonelift_dolby_trims trims = some_trims(random);
        expect_definition(shown(filter.get(), &trims), trims, std::to_string(i));
        if (HasFatalFailure()) return;
    }
    EXPECT_EQ(messages_.warnings, "");
}

TEST_F(DolbyTrimsTest, PicturesWithoutARangeEqualTheDefinition) {
    const FilterHandle filter = this->filter(options_);
    for (const double light : {0.0, 0.01, 50.0, 100.0, 101.0, 1000.0, 10000.0}) {
        for (const double darkest : {0.0, light}) {
            const tonelift_dolby_trims trims = trims_of(darkest, light, light);
            expect_definition(shown(filter.get(), &trims), trims, std::to_string(light));
            if (HasFatalFailure()) return;
        }
    }
}

TEST_F(DolbyTrimsTest, FaithfulAppliesTheTrims) {
    std::mt19937 random(5);
    const tonelift_dolby_trims trims = some_trims(random);
    options_.script_text = "";
    options_.preset = "faithful";
    const FilterHandle filter = this->filter(options_);
    expect_definition(shown(filter.get(), &trims), trims, "faithful");
}

TEST_F(DolbyTrimsTest, FrameWithoutTrimsUsesThePreviousTrims) {
    std::mt19937 random(6);
    const tonelift_dolby_trims trims = some_trims(random);
    const FilterHandle filter = this->filter(options_);
    const TestPicture with = shown(filter.get(), &trims);
    EXPECT_TRUE(equal(shown(filter.get(), nullptr), with));
}

TEST_F(DolbyTrimsTest, StreamWithoutTrimsFallsBackToAutoWithOneMessage) {
    options_.script_text = "";
    const FilterHandle filter = this->filter(options_);
    const TestPicture without = shown(filter.get(), nullptr);
    shown(filter.get(), nullptr);
    EXPECT_EQ(count("begins without Dolby Vision trims"), 1) << messages_.warnings;
    options_.tonemap = TONELIFT_TONEMAP_AUTO;
    frames_ = 0;
    const FilterHandle other = this->filter(options_);
    expect_near(shown(other.get(), nullptr), without);
}

TEST_F(DolbyTrimsTest, HdrOutputFallsBackToAutoWithOneMessage) {
    std::mt19937 random(7);
    const tonelift_dolby_trims trims = some_trims(random);
    options_ = linear_options(TONELIFT_TONEMAP_ST2094_10, 600);
    options_.script_text = "";
    const FilterHandle filter = this->filter(options_);
    const TestPicture with = shown(filter.get(), &trims);
    EXPECT_EQ(count("the output is HDR"), 1) << messages_.warnings;
    options_.tonemap = TONELIFT_TONEMAP_AUTO;
    frames_ = 0;
    const FilterHandle other = this->filter(options_);
    EXPECT_TRUE(equal(shown(other.get(), &trims), with));
}

TEST_F(DolbyTrimsTest, FieldsWithUnpublishedUseAreLoggedOnce) {
    tonelift_dolby_trims trims = trims_of(0, 10, 1000);
    const FilterHandle filter = this->filter(options_);
    const TestPicture plain = shown(filter.get(), &trims);
    EXPECT_EQ(messages_.warnings, "");
    trims.ms_weight = 0.25;
    trims.has_level8 = 1;
    for (int i = 0; i < 2; ++i) EXPECT_TRUE(equal(shown(filter.get(), &trims), plain));
    EXPECT_EQ(count("ms_weight"), 1);
    EXPECT_EQ(count("level 8"), 1);
}

TEST_F(DolbyTrimsTest, BrokenTrimsAreIgnoredWithOneMessage) {
    const FilterHandle filter = this->filter(options_);
    const tonelift_dolby_trims whole = trims_of(0.01, 10, 1000);
    const TestPicture right = shown(filter.get(), &whole);
    std::vector<tonelift_dolby_trims> broken{trims_of(1, 0.5, 1000), trims_of(0, 1100, 1000),
                                             trims_of(0, 1, 10001)};
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (double tonelift_dolby_trims::*field :
         {&tonelift_dolby_trims::darkest, &tonelift_dolby_trims::mean,
          &tonelift_dolby_trims::brightest, &tonelift_dolby_trims::slope,
          &tonelift_dolby_trims::offset, &tonelift_dolby_trims::power,
          &tonelift_dolby_trims::chroma_weight, &tonelift_dolby_trims::saturation_gain}) {
        for (const double value : {nan, HUGE_VAL, -1.0}) {
            broken.push_back(whole);
            broken.back().*field = value;
        }
    }
    for (const tonelift_dolby_trims& trims : broken)
        EXPECT_TRUE(equal(shown(filter.get(), &trims), right));
    for (const char* text : {"its light is not", "its slope or power", "its offset, chroma weight"})
        EXPECT_EQ(count(text), 1) << messages_.warnings;
}

}  // namespace
}  // namespace tonelift::dolby_trims_test
