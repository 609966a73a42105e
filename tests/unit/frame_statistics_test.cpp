// SPDX-License-Identifier: BSD-2-Clause
// Tests percentiles, entropy, the distance of histograms, and smoothing over time.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "kernels/reduce/reduce.h"
#include "tests/oracle/frame_functions.h"

namespace tonelift::frame_statistics_test {
namespace {

using Bins = std::vector<uint32_t>;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr unsigned seed = 20240611;

Bins histogram_of(const std::vector<float>& values) {
    Bins bins(histogram_bins);
    for (const float value : values) {
        const int bin = static_cast<int>(value * histogram_bins);
        ++bins[static_cast<std::size_t>(std::clamp(bin, 0, histogram_bins - 1))];
    }
    return bins;
}

Bins single(int bin, uint32_t count) {
    Bins bins(histogram_bins);
    bins[static_cast<std::size_t>(bin)] = count;
    return bins;
}

TEST(Percentile, IsWithinABinOfTheSortedSample) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal(0.4f, 0.15f);
    for (const std::size_t size : {1u, 2u, 17u, 100000u}) {
        std::vector<float> values(size);
        for (float& value : values) value = std::clamp(normal(random), 0.0f, 0.9999f);
        const Bins bins = histogram_of(values);
        std::sort(values.begin(), values.end());
        for (const float share : {0.002f, 0.25f, 0.5f, 0.75f, 0.998f}) {
            const auto rank = static_cast<std::size_t>(
                std::max(std::ceil(share * static_cast<double>(size)) - 1, 0.0));
            EXPECT_NEAR(percentile(bins, share, true), values[rank], 1.01 / histogram_bins)
                << "share " << share << " of " << size << ", seed " << seed;
        }
    }
}

TEST(Percentile, InterpolatesInsideABinAndIsMonotone) {
    const Bins bins = single(512, 100);
    EXPECT_FLOAT_EQ(percentile(bins, 0, true), 0.5f);
    EXPECT_FLOAT_EQ(percentile(bins, 0.5f, true), 512.5f / 1024);
    EXPECT_FLOAT_EQ(percentile(bins, 1, true), 513.0f / 1024);
    float last = 0;
    for (int i = 0; i <= 1000; ++i) {
        const float value = percentile(bins, static_cast<float>(i) / 1000, true);
        EXPECT_GE(value, last);
        last = value;
    }
}

TEST(Percentile, HostileArgumentsGiveFiniteResults) {
    EXPECT_EQ(percentile(Bins(histogram_bins), 0.5f, true), 0);
    const Bins bins = single(100, 7);
    EXPECT_FLOAT_EQ(percentile(bins, -3, true), 100.0f / 1024);
    EXPECT_FLOAT_EQ(percentile(bins, 30, true), 101.0f / 1024);
    EXPECT_TRUE(std::isfinite(percentile(bins, nan, true)));
    const Bins full = single(1023, 1u << 28);
    EXPECT_FLOAT_EQ(percentile(full, 0.5f, true), 1023.5f / 1024);
}

TEST(Percentile, HandlesFloatsOfAnyMagnitude) {
    for (const float value : {0.0f, 1.0f, 1.4f, 3.0f, 203.0f, -1.2f, -100.0f, 1e-3f, 65000.0f}) {
        uint32_t bits = std::bit_cast<uint32_t>(value);
        bits = bits & 0x80000000u ? ~bits : bits | 0x80000000u;
        const float found = percentile(single(static_cast<int>(bits >> 22), 1), 0.5f, false);
        EXPECT_NEAR(found, value, std::abs(value) / 3 + 1e-30f);
    }
    for (const int bin : {0, 1, 2, 511, 512, 1021, 1022, 1023}) {
        EXPECT_TRUE(std::isfinite(percentile(single(bin, 1), 0.5f, false))) << bin;
    }
}

TEST(Percentile, IgnoresValuesBelowALimit) {
    Bins bins = single(0, 1000000);
    for (std::size_t i = 300; i < 500; ++i) bins[i] = 10;
    EXPECT_LT(percentile(bins, 0.5f, true), 0.001f);
    EXPECT_NEAR(percentile(bins, 0.5f, true, 0.006f), 400.0f / 1024, 1.01 / 1024);
    EXPECT_NEAR(percentile(bins, 0, true, 0.006f), 300.0f / 1024, 1.01 / 1024);
    EXPECT_FLOAT_EQ(percentile(bins, 0.5f, true, 0), percentile(bins, 0.5f, true));
    EXPECT_EQ(percentile(bins, 0.5f, true, 0.6f), 0) << "nothing counts";
    EXPECT_EQ(percentile(bins, 0.5f, true, nan), percentile(bins, 0.5f, true));
}

TEST(Percentile, ReadsTheBinsOfTheReduction) {
    for (int bin = 0; bin < histogram_bins; ++bin) {
        for (const bool unit_range : {false, true}) {
            const float start =
                std::clamp(histogram_bin_start(bin, unit_range), -65504.0f, 65504.0f);
            EXPECT_EQ(percentile(single(bin, 1), 0, unit_range), start) << bin;
        }
    }
}

TEST(Entropy, IsTheLogarithmOfEqualBins) {
    EXPECT_NEAR(entropy(Bins(histogram_bins, 3)), 10, 1e-4);
    EXPECT_EQ(entropy(single(5, 1000)), 0);
    EXPECT_EQ(entropy(Bins(histogram_bins)), 0);
    Bins two = single(5, 1000);
    two[900] = 1000;
    EXPECT_NEAR(entropy(two), 1, 1e-6);
}

TEST(HistogramDistance, IsAMetricInItsRange) {
    std::mt19937 random(seed);
    std::vector<Bins> all = {single(0, 5), single(1023, 9), single(500, 1),
                             Bins(histogram_bins, 1)};
    for (int i = 0; i < 4; ++i) {
        Bins bins(histogram_bins);
        for (uint32_t& bin : bins) bin = random() % 1000;
        all.push_back(bins);
    }
    for (const Bins& a : all) {
        EXPECT_EQ(histogram_distance(a, a), 0);
        for (const Bins& b : all) {
            const float distance = histogram_distance(a, b);
            EXPECT_GE(distance, 0);
            EXPECT_LE(distance, 2.00001f);
            EXPECT_FLOAT_EQ(distance, histogram_distance(b, a));
            for (const Bins& c : all) {
                EXPECT_LE(distance, histogram_distance(a, c) + histogram_distance(c, b) + 1e-5f);
            }
        }
    }
    EXPECT_FLOAT_EQ(histogram_distance(all[0], all[1]), 2);
    EXPECT_EQ(histogram_distance(Bins(histogram_bins), Bins(histogram_bins)), 0);
    EXPECT_EQ(histogram_distance(Bins(histogram_bins), all[0]), 2);
}

TEST(HistogramDistance, DoesNotDependOnPictureSize) {
    Bins small(histogram_bins), large(histogram_bins);
    for (std::size_t i = 0; i < small.size(); ++i) {
        small[i] = static_cast<uint32_t>(i % 97);
        large[i] = small[i] * 1000;
    }
    EXPECT_NEAR(histogram_distance(small, large), 0, 1e-6);
}

TEST(HistogramDistance, SmallShiftIsASmallDistance) {
    const auto bell = [](double center) {
        Bins bins(histogram_bins);
        for (int i = 0; i < histogram_bins; ++i) {
            const double d = (i - center) / 60;
            bins[static_cast<std::size_t>(i)] = static_cast<uint32_t>(10000 * std::exp(-d * d / 2));
        }
        return bins;
    };
    EXPECT_LT(histogram_distance(bell(300), bell(303)), 0.1);
    EXPECT_GT(histogram_distance(bell(300), bell(600)), 1.5);
}

TEST(SmoothStep, DoesNotDependOnTheFrameRate) {
    float fast = 0;
    for (int i = 0; i < 120; ++i) fast = smooth_step(fast, 1, 1.0f / 120, 0.5f);
    float slow = 0;
    for (int i = 0; i < 24; ++i) slow = smooth_step(slow, 1, 1.0f / 24, 0.5f);
    EXPECT_NEAR(fast, 1 - std::exp(-2.0), 1e-5);
    EXPECT_NEAR(slow, fast, 1e-5);
}

TEST(SmoothStep, HostileArgumentsGiveFiniteResults) {
    EXPECT_EQ(smooth_step(0.25f, 0.75f, 0.04f, 0), 0.75f);
    EXPECT_EQ(smooth_step(0.25f, 0.75f, 0.04f, -1), 0.75f);
    EXPECT_EQ(smooth_step(0.25f, 0.75f, 0, 0.5f), 0.25f);
    EXPECT_EQ(smooth_step(0.25f, 0.75f, nan, 0.5f), 0.25f);
    EXPECT_EQ(smooth_step(nan, 0.75f, 0.04f, 0.5f), 0.75f);
    EXPECT_EQ(smooth_step(0.25f, nan, 0.04f, 0.5f), 0.25f);
    EXPECT_NEAR(smooth_step(0.25f, 0.75f, 1e9f, 0.5f), 0.75f, 1e-6);
    EXPECT_NEAR(smooth_step(0.25f, 0.75f, std::numeric_limits<float>::infinity(), 0.5f), 0.75f,
                1e-6);
}

}  // namespace
}  // namespace tonelift::frame_statistics_test
