// SPDX-License-Identifier: BSD-2-Clause
// Tests edges and slopes: halos beside steps, slopes that fall instead of rise, and bands in the
// sky.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/quality/charts.h"
#include "tests/quality/mapping.h"
#include "tests/quality/presets.h"
#include "tests/quality/report.h"

namespace quality::edges_test {
namespace {

constexpr int width = 640, height = 360;

std::vector<double> profile(const Output& out) {
    const Field field = field_of(out.height);
    const int quarter = (field.bottom - field.top) / 4;
    std::vector<double> mean(static_cast<size_t>(out.width));
    for (int x = 0; x < out.width; ++x) {
        for (int y = field.top + quarter; y < field.bottom - quarter; ++y)
            mean[static_cast<size_t>(x)] += out.luma(x, y);
        mean[static_cast<size_t>(x)] /= field.bottom - field.top - 2 * quarter;
    }
    return mean;
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

struct Halo {
    double overshoot;
    double bleed;
};

Halo halo_of(const std::vector<double>& luma) {
    const auto begin = luma.begin();
    const auto at = [&](int share) {
        return begin + static_cast<std::ptrdiff_t>(luma.size()) * share / 4;
    };
    const double dark = median({at(0), at(1)}), bright = median({at(3), at(4)});
    const auto [dark_low, dark_high] = std::minmax_element(at(1), at(2));
    const auto [bright_low, bright_high] = std::minmax_element(at(2), at(3));
    const double percent = 100 / (bright - dark);
    return {percent * std::max({0.0, dark - *dark_low, *bright_high - bright}),
            percent * std::max({0.0, *dark_high - dark, bright - *bright_low})};
}

Light step_chart(double middle_nits, double count) {
    Light picture = chart(width, height, middle_nits);
    const Field field = field_of(height);
    for (int y = field.top; y < field.bottom; ++y)
        for (int x = 0; x < width; ++x)
            picture.at(x, y) = gray(middle_nits * stops(x < width / 2 ? -count / 2 : count / 2));
    return picture;
}

class Step : public testing::TestWithParam<double> {};

TEST_P(Step, HasNoHalo) {
    Halo worst{0, 0};
    for (const double middle : {4.0, 20.0, 100.0}) {
        const Halo halo = halo_of(profile(map(step_chart(middle, GetParam()))));
        worst.overshoot = std::max(worst.overshoot, halo.overshoot);
        worst.bleed = std::max(worst.bleed, halo.bleed);
    }
    const std::string name = std::to_string(static_cast<int>(GetParam())) + " stops";
    judge("halo beside a step of " + name, worst.overshoot, "%", Bar::at_most(3));
    tell("far levels not reached beside a step of " + name, worst.bleed, "%");
}

TEST_P(Step, HasNoHaloWithAnyPresetExceptDramatic) {
    const auto halo = [](const Mapping& mapping) {
        return halo_of(profile(map(step_chart(20, GetParam()), mapping))).overshoot;
    };
    const Worst worst = worst_of_presets(halo, {"dramatic"});
    const std::string stops_of_step = std::to_string(static_cast<int>(GetParam()));
    judge("halo beside a step of " + stops_of_step +
              " stops, any preset except dramatic, worst: " + worst.preset,
          worst.value, "%", Bar::at_most(3));
}

INSTANTIATE_TEST_SUITE_P(Stops, Step, testing::Values(1.0, 2.0, 4.0, 6.0));

double reversal(const std::vector<double>& luma) {
    double reached = luma.front(), worst = 0;
    for (const double value : luma) {
        worst = std::max(worst, reached - value);
        reached = std::max(reached, value);
    }
    return worst;
}

Light slope_chart(double low, double high, int length) {
    Light picture = chart(width, height, low);
    const Field field = field_of(height);
    for (int y = field.top; y < field.bottom; ++y)
        for (int x = 0; x < width; ++x) {
            const double place = std::clamp((x - (width - length) / 2.0) / length, 0.0, 1.0);
            picture.at(x, y) = gray(low * std::pow(high / low, place));
        }
    return picture;
}

constexpr double no_reversal = 0.2;

TEST(Slope, IsNotReversedOverTheWholeRange) {
    const double worst = reversal(profile(map(slope_chart(0.01, 4000, width))));
    judge("gradient reversal, slope of 18.6 stops over the width", worst, "code values",
          Bar::at_most(no_reversal));
}

TEST(Slope, IsNotReversedAtSoftEdges) {
    double worst = 0;
    for (const int length : {4, 16, 64, 200}) {
        double at_length = 0;
        for (const double low : {0.5, 5.0, 50.0})
            at_length =
                std::max(at_length, reversal(profile(map(slope_chart(low, low * 16, length)))));
        tell("gradient reversal, 4 stops over " + std::to_string(length) + " pixels", at_length,
             "code values");
        worst = std::max(worst, at_length);
    }
    judge("gradient reversal at soft edges of 4 stops, worst", worst, "code values",
          Bar::at_most(no_reversal));
}

TEST(Slope, IsNotReversedWithAnyPreset) {
    const Worst worst = worst_of_presets([](const Mapping& mapping) {
        double most = 0;
        for (const int length : {16, 64})
            most = std::max(most, reversal(profile(map(slope_chart(5, 80, length), mapping))));
        return most;
    });
    judge("gradient reversal at soft edges of 4 stops, any preset, worst: " + worst.preset,
          worst.value, "code values", Bar::at_most(no_reversal));
}

TEST(Sky, HasNoBands) {
    Light sky(width, height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const double nits = 60 + 60.0 * x / width + 20.0 * y / height;
            sky.at(x, y) = srgb_color(120, 160, 220, nits);
        }
    const Output fine = map(sky), coarse = map(sky, {.format = "gbrp"});
    constexpr int block = 16;
    double worst = 0;
    for (int y = 0; y + block <= height; y += block)
        for (int x = 0; x + block <= width; x += block) {
            double difference = 0;
            for (int i = 0; i < block * block; ++i)
                difference += coarse.luma(x + i % block, y + i / block) -
                              fine.luma(x + i % block, y + i / block);
            worst = std::max(worst, std::abs(difference) / (block * block));
        }
    judge("banding: 16x16 means of 8 bits against 16 bits, worst", worst, "code values",
          Bar::at_most(0.25));
}

}  // namespace
}  // namespace quality::edges_test
