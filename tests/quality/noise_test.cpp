// SPDX-License-Identifier: BSD-2-Clause
//
// Noise in the dark: how much more of it there is after mapping than before, in lightness (PQ).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/quality/charts.h"
#include "tests/quality/mapping.h"
#include "tests/quality/presets.h"
#include "tests/quality/report.h"

namespace quality {
namespace {

constexpr int width = 320, height = 240;
constexpr uint32_t seed = 20241;

// Standard deviation of lightness over the middle of the field.
template <typename LightAt>
double spread(const LightAt& light_at) {
    const Field field = field_of(height);
    double sum = 0, squares = 0;
    int count = 0;
    for (int y = field.top + 20; y < field.bottom - 20; ++y)
        for (int x = 20; x < width - 20; ++x, ++count) {
            const double v = lightness(light_at(x, y));
            sum += v;
            squares += v * v;
        }
    return std::sqrt(std::max(0.0, squares / count - (sum / count) * (sum / count)));
}

// A flat field with noise of two 10-bit code values on every component.
Light noisy_chart(double nits) {
    Light picture = chart(width, height, nits);
    const Field field = field_of(height);
    for (int y = field.top; y < field.bottom; ++y)
        for (int x = 0; x < width; ++x)
            for (int c = 0; c < 3; ++c)
                picture.at(x, y)[static_cast<size_t>(c)] =
                    pq_decode(pq_encode(nits) + 2 / 1023.0 * gaussian(seed, x, y, c));
    return picture;
}

// The same in SDR, where shadows are lifted: noise of two codes of 8 bits.
Light noisy_sdr_chart(double nits) {
    Light in = chart(width, height, nits);
    const Field field = field_of(height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            Color codes = bt1886_codes(in.at(x, y));
            if (y >= field.top && y < field.bottom) codes = bt1886_codes(gray(nits));
            for (size_t c = 0; c < 3; ++c)
                codes[c] = std::clamp(
                    codes[c] + 2 / 255.0 * gaussian(seed, x, y, static_cast<int>(c)), 0.0, 1.0);
            in.at(x, y) = bt1886_light(codes);
        }
    return in;
}

double noise_gain(const Light& in, const Mapping& mapping) {
    const Output out = map(in, mapping);
    const double before = spread([&](int x, int y) { return in.at(x, y); });
    return spread([&](int x, int y) { return out.light(x, y); }) / before;
}

std::string name_of(const char* what, double nits) {
    char name[64];
    std::snprintf(name, sizeof name, "noise gain %s of %g cd/m2", what, nits);
    return name;
}

class Dark : public testing::TestWithParam<double> {};

TEST_P(Dark, NoiseIsNotRaised) {
    judge(name_of("in a flat area", GetParam()), noise_gain(noisy_chart(GetParam()), {}), "x",
          Bar::at_most(1.2));
}

TEST_P(Dark, NoiseOfSdrIsNotRaised) {
    judge(name_of("of SDR in a flat area", GetParam()),
          noise_gain(noisy_sdr_chart(GetParam()), {.sdr = true}), "x", Bar::at_most(1.2));
}

TEST_P(Dark, NoiseIsNotRaisedByAnyPreset) {
    const Light hdr = noisy_chart(GetParam()), sdr = noisy_sdr_chart(GetParam());
    const Worst worst = worst_of_presets([&](const Mapping& mapping) {
        const Mapping of_sdr{.options = mapping.options, .sdr = true};
        return std::max(noise_gain(hdr, mapping), noise_gain(sdr, of_sdr));
    });
    judge("the same with any preset, worst: " + worst.preset, worst.value, "x", Bar::at_most(1.2));
}

INSTANTIATE_TEST_SUITE_P(Nits, Dark, testing::Values(0.3, 1.0, 3.0));

}  // namespace
}  // namespace quality
