// SPDX-License-Identifier: BSD-2-Clause
// Tests that mapping does not strengthen noise. Noise is measured as the standard deviation of
// lightness in PQ.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/quality/charts.h"
#include "tests/quality/mapping.h"
#include "tests/quality/presets.h"
#include "tests/quality/report.h"

namespace quality::noise_test {
namespace {

constexpr int width = 320, height = 240;
constexpr uint32_t seed = 20241;

struct Size {
    int width = 320;
    int height = 240;
};

template <typename LightAt>
double spread(const Size& size, int left, int right, const LightAt& light_at) {
    const Field field = field_of(size.height);
    double sum = 0, squares = 0;
    int count = 0;
    for (int y = field.top + 20; y < field.bottom - 20; ++y)
        for (int x = left; x < right; ++x, ++count) {
            const double v = lightness(light_at(x, y));
            sum += v;
            squares += v * v;
        }
    return std::sqrt(std::max(0.0, squares / count - (sum / count) * (sum / count)));
}

template <typename LightAt>
double spread(const Size& size, const LightAt& light_at) {
    return spread(size, 20, size.width - 20, light_at);
}

enum class Kind { sensor, grain };

struct Noise {
    Kind kind = Kind::sensor;
    double codes = 2;
    bool everywhere = false;
};

double grain_at(int x, int y) {
    double sum = 0, squares = 0;
    for (int dy = -2; dy <= 2; ++dy)
        for (int dx = -2; dx <= 2; ++dx) {
            const double weight = std::exp(-(dx * dx + dy * dy) / 2.0);
            sum += weight * gaussian(seed, x + dx, y + dy, 3);
            squares += weight * weight;
        }
    return sum / std::sqrt(squares);
}

Color noise_at(Kind kind, int x, int y) {
    if (kind == Kind::grain) return gray(grain_at(x, y));
    return {gaussian(seed, x, y, 0), gaussian(seed, x, y, 1), gaussian(seed, x, y, 2)};
}

Color with_codes_added(const Color& light, const Color& codes, bool sdr) {
    Color out = sdr ? bt1886_codes(light) : light;
    for (size_t c = 0; c < 3; ++c)
        out[c] = sdr ? std::clamp(out[c] + codes[c] / 255, 0.0, 1.0)
                     : pq_decode(pq_encode(light[c]) + codes[c] / 1023);
    return sdr ? bt1886_light(out) : out;
}

void add_noise(Light& picture, const Noise& noise, bool sdr) {
    const Field field = field_of(picture.height);
    for (int y = 0; y < picture.height; ++y)
        for (int x = 0; x < picture.width; ++x) {
            const bool noisy = noise.everywhere || (y >= field.top && y < field.bottom);
            const Color codes = noisy ? scaled(noise_at(noise.kind, x, y), noise.codes) : Color{};
            picture.at(x, y) = with_codes_added(picture.at(x, y), codes, sdr);
        }
}

Light noisy_chart(double nits, const Noise& noise, bool sdr, const Size& size = {}) {
    Light picture = chart(size.width, size.height, nits);
    add_noise(picture, noise, sdr);
    return picture;
}

double spread_of(const Light& in) {
    return spread({in.width, in.height}, [&](int x, int y) { return in.at(x, y); });
}

double spread_of(const Output& out) {
    return spread({out.width, out.height}, [&](int x, int y) { return out.light(x, y); });
}

double noise_gain(const Light& in, const Mapping& mapping) {
    return spread_of(map(in, mapping)) / spread_of(in);
}

std::string name_of(const char* what, double nits) {
    char name[64];
    std::snprintf(name, sizeof name, "noise gain %s of %g cd/m2", what, nits);
    return name;
}

class Dark : public testing::TestWithParam<double> {};

TEST_P(Dark, NoiseIsNotRaised) {
    judge(name_of("in a flat area", GetParam()), noise_gain(noisy_chart(GetParam(), {}, false), {}),
          "x", Bar::at_most(1.1));
}

TEST_P(Dark, NoiseOfSdrIsNotRaised) {
    judge(name_of("of SDR in a flat area", GetParam()),
          noise_gain(noisy_chart(GetParam(), {}, true), {.sdr = true}), "x", Bar::at_most(1.1));
}

TEST_P(Dark, NoiseIsNotRaisedByAnyPreset) {
    const Light hdr = noisy_chart(GetParam(), {}, false), sdr = noisy_chart(GetParam(), {}, true);
    const Worst worst = worst_of_presets([&](const Mapping& mapping) {
        const Mapping of_sdr{.options = mapping.options, .sdr = true};
        return std::max(noise_gain(hdr, mapping), noise_gain(sdr, of_sdr));
    });
    judge(name_of("of HDR and SDR in a flat area", GetParam()) +
              ", any preset, worst: " + worst.preset,
          worst.value, "x", Bar::at_most(1.2));
}

INSTANTIATE_TEST_SUITE_P(Nits, Dark, testing::Values(0.3, 1.0, 3.0));

struct Material {
    const char* name;
    Kind kind;
    double codes;
    bool sdr;
};

class Strong : public testing::TestWithParam<Material> {};

constexpr double dark[] = {0.3, 1, 3}, middle[] = {10, 30, 100};

TEST_P(Strong, NoiseIsNotRaised) {
    const Material material = GetParam();
    const auto gain_of = [&](double nits, double codes) {
        const Noise noise{material.kind, codes, true};
        return noise_gain(noisy_chart(nits, noise, material.sdr), {.sdr = material.sdr});
    };
    const auto gain = [&](double nits) { return gain_of(nits, material.codes); };
    const std::string name = std::string("noise gain, ") + material.name;
    double worst_dark = 0, worst_middle = 0, least = std::numeric_limits<double>::infinity(),
           kept = least;
    for (const double nits : dark) worst_dark = std::max(worst_dark, gain(nits));
    for (const double nits : middle) {
        worst_middle = std::max(worst_middle, gain(nits));
        least = std::min(least, gain(nits));
        kept = std::min(kept, gain(nits) / gain_of(nits, 1));
    }
    judge(name + ", dark, worst of 3", worst_dark, "x", Bar::at_most(1.1));
    judge(name + ", middle, worst of 3", worst_middle, "x", Bar::at_most(1.1));
    tell(name + ", middle, least of 3", least, "x");
    judge(name + ", middle, relative to the slope of the tone curve, least of 3", kept, "x",
          Bar::at_least(0.9));
}

INSTANTIATE_TEST_SUITE_P(Material, Strong,
                         testing::Values(Material{"sensor, HDR", Kind::sensor, 12, false},
                                         Material{"sensor, SDR", Kind::sensor, 6, true},
                                         Material{"grain, HDR", Kind::grain, 12, false},
                                         Material{"fine grain, SDR", Kind::grain, 3, true},
                                         Material{"grain, SDR", Kind::grain, 5, true}),
                         [](const auto& given) { return "n" + std::to_string(given.index); });

constexpr Noise grain{Kind::grain, 12, true};

Light between_bars(const Light& in, int rows) {
    Light out(in.width, in.height + 2 * rows, gray(0));
    std::copy(in.pixels.begin(), in.pixels.end(), out.pixels.begin() + rows * in.width);
    return out;
}

TEST(NoiseFloor, IsMeasuredAtAnySizeAndBetweenBlackBars) {
    double worst = 0;
    for (const Size size : {Size{160, 120}, Size{322, 242}, Size{1280, 720}})
        worst = std::max(worst, noise_gain(noisy_chart(10, grain, false, size), {}));
    judge("noise gain, grain, 160x120 to 1280x720, worst", worst, "x", Bar::at_most(1.1));
    judge("noise gain, grain between black bars",
          noise_gain(between_bars(noisy_chart(10, grain, false), 30), {}), "x", Bar::at_most(1.1));
}

TEST(NoiseFloor, IsKeptThroughAFlash) {
    const Light still = noisy_chart(10, grain, false);
    const Light flash = noisy_chart(600, {Kind::grain, 0, true}, false);
    double before = 0, worst = 1;
    map_sequence(
        24, [&](int n) { return n == 12 ? flash : still; },
        [&](int n, const Output& out) {
            if (n == 11) before = spread_of(out);
            if (n > 12)
                worst = std::max(worst, std::max(spread_of(out) / before, before / spread_of(out)));
        });
    judge("noise after a clean one-frame flash to that before it", worst, "x", Bar::at_most(1.02));
}

Light textured_chart() {
    Light picture = chart(width, height, 20);
    const Field field = field_of(height);
    for (int y = field.top; y < field.bottom; ++y)
        for (int x = 0; x < width; ++x)
            picture.at(x, y) = gray(20 * stops(0.25 * gaussian(9, x / 3, y / 3, 0)));
    return picture;
}

double texture_gain(const Light& in) {
    return spread_of(map(in, {.options = "detail=2"})) /
           spread_of(map(in, {.options = "detail=1"}));
}

TEST(NoiseFloor, IsZeroInACleanPicture) {
    const double clean = texture_gain(textured_chart());
    Light noisy = textured_chart();
    add_noise(noisy, {Kind::sensor, 4, true}, false);
    judge("texture in a clean picture, detail 2 : 1", clean, "x", Bar::at_least(1.2));
    judge("texture under fine noise, relative to a clean picture", texture_gain(noisy) / clean, "x",
          Bar::at_least(0.9));
}

Light leaves_and_sky() {
    Light picture = chart(640, 360, 60);
    const Field field = field_of(picture.height);
    for (int y = field.top; y < field.bottom; ++y)
        for (int x = picture.width / 2; x < picture.width; ++x)
            picture.at(x, y) = gray(5 * stops(0.8 * gaussian(11, x / 3, y / 3, 0)));
    add_noise(picture, {Kind::sensor, 3, true}, false);
    return picture;
}

TEST(NoiseFloor, DoesNotRiseNextToLeaves) {
    const Output out = map(leaves_and_sky());
    const auto noise = [&](int left, int right) {
        return spread({out.width, out.height}, left, right,
                      [&](int x, int y) { return out.light(x, y); });
    };
    judge("noise of a sky, beside leaves : far from them", noise(290, 314) / noise(40, 140), "x",
          Bar::at_most(1.1));
}

}  // namespace
}  // namespace quality::noise_test
