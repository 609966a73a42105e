// SPDX-License-Identifier: BSD-2-Clause
// Tests that soft clouds in clips with a phone's compression do not get specks.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "tests/quality/charts.h"
#include "tests/quality/mapping.h"
#include "tests/quality/presets.h"
#include "tests/quality/report.h"

namespace quality::sky_test {
namespace {

constexpr int width = 512, height = 288;
constexpr int block = 8;

struct Values {
    std::vector<double> at = std::vector<double>(width * height);
    double& operator()(int x, int y) { return at[static_cast<size_t>(y * width + x)]; }
    double operator()(int x, int y) const { return at[static_cast<size_t>(y * width + x)]; }
};

double eased(double t) { return t * t * (3 - 2 * t); }

double grid_noise(uint32_t seed, double x, double y, double cell) {
    const int i = static_cast<int>(x / cell), j = static_cast<int>(y / cell);
    const double u = eased(x / cell - i), v = eased(y / cell - j);
    const auto point = [&](int a, int b) { return gaussian(seed, i + a, j + b, 0); };
    const double above = std::lerp(point(0, 0), point(1, 0), u);
    return std::lerp(above, std::lerp(point(0, 1), point(1, 1), u), v);
}

double density(int x, int y) {
    double sum = 0, strength = 1, cell = 128;
    for (uint32_t octave = 0; cell >= 2; ++octave, cell /= 2, strength /= 2)
        sum += strength * grid_noise(77 + octave, x, 1.7 * y, cell);
    return sum;
}

Values sky_codes() {
    Values codes;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const double thick = 1 / (1 + std::exp(-1.6 * density(x, y)));
            const double clear = std::lerp(350.0, 700.0, static_cast<double>(y) / height);
            codes(x, y) = pq_encode(clear * (1 - 0.5 * thick));
        }
    return codes;
}

double cosine(int frequency, int place) {
    const double scale = frequency == 0 ? std::sqrt(1.0 / block) : std::sqrt(2.0 / block);
    return scale * std::cos(std::numbers::pi * (place + 0.5) * frequency / block);
}

double quantized(double coefficient, double step) {
    return std::copysign(std::floor(std::abs(coefficient) / step + 1.0 / 3) * step, coefficient);
}

// Compresses and decodes a block as video codecs do: quantizes the coefficients of its cosine
// transform.
void compress_block(Values& codes, int left, int top, double step) {
    std::array<std::array<double, block>, block> coefficients{};
    for (int v = 0; v < block; ++v)
        for (int u = 0; u < block; ++u) {
            double sum = 0;
            for (int y = 0; y < block; ++y)
                for (int x = 0; x < block; ++x)
                    sum += codes(left + x, top + y) * cosine(u, x) * cosine(v, y);
            coefficients[static_cast<size_t>(v)][static_cast<size_t>(u)] = quantized(sum, step);
        }
    for (int y = 0; y < block; ++y)
        for (int x = 0; x < block; ++x) {
            double sum = 0;
            for (int v = 0; v < block; ++v)
                for (int u = 0; u < block; ++u)
                    sum += coefficients[static_cast<size_t>(v)][static_cast<size_t>(u)] *
                           cosine(u, x) * cosine(v, y);
            codes(left + x, top + y) = sum;
        }
}

Light compressed_clouds() {
    constexpr double step = 16 / 1023.0;
    Values codes = sky_codes();
    for (int y = 0; y < height; y += block)
        for (int x = 0; x < width; x += block) compress_block(codes, x, y, step);
    Light picture = chart(width, height, 300);
    const Field field = field_of(height);
    for (int y = field.top; y < field.bottom; ++y)
        for (int x = 0; x < width; ++x) picture.at(x, y) = gray(pq_decode(codes(x, y)));
    return picture;
}

Values blurred(const Values& in, double sigma, bool along_x) {
    const Field field = field_of(height);
    const int radius = static_cast<int>(3 * sigma);
    Values out;
    for (int y = field.top; y < field.bottom; ++y)
        for (int x = 0; x < width; ++x) {
            double sum = 0, weights = 0;
            for (int d = -radius; d <= radius; ++d) {
                const double weight = std::exp(-d * d / (2 * sigma * sigma));
                const int at_x = along_x ? std::clamp(x + d, 0, width - 1) : x;
                const int at_y = along_x ? y : std::clamp(y + d, field.top, field.bottom - 1);
                sum += weight * in(at_x, at_y);
                weights += weight;
            }
            out(x, y) = sum / weights;
        }
    return out;
}

double tails(const Values& luma) {
    const Values fine = blurred(blurred(luma, 1, true), 1, false);
    const Values wide = blurred(blurred(luma, 6, true), 6, false);
    const Field field = field_of(height);
    constexpr int margin = 16;
    double squares = 0, fourths = 0;
    int count = 0;
    for (int y = field.top + margin; y < field.bottom - margin; ++y)
        for (int x = margin; x < width - margin; ++x, ++count) {
            const double d = fine(x, y) - wide(x, y);
            squares += d * d;
            fourths += d * d * d * d;
        }
    return fourths * count / (squares * squares);
}

template <typename LightAt>
Values lightness_of(const LightAt& light_at) {
    Values out;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) out(x, y) = lightness(light_at(x, y));
    return out;
}

double tails_gained(const Light& in, const std::string& options) {
    const double before = tails(lightness_of([&](int x, int y) { return in.at(x, y); }));
    double worst = 0;
    for (const char* strength : {"0", "0.25", "0.5", "1"}) {
        const Output out = map(in, {.options = options + ":strength=" + strength});
        const double after = tails(lightness_of([&](int x, int y) { return out.light(x, y); }));
        worst = std::max(worst, after / before);
    }
    return worst;
}

TEST(SoftSky, KeepsTheShapeOfItsTexture) {
    judge("tails of fine texture in soft clouds, natural",
          tails_gained(compressed_clouds(), "preset=natural"), "x", Bar::at_most(1.15));
}

TEST(SoftSky, EveryPresetExceptDramaticAndStreetKeepsTheShapeOfItsTexture) {
    const Light clouds = compressed_clouds();
    const Worst worst = worst_of_presets(
        [&](const Mapping& mapping) { return tails_gained(clouds, mapping.options); },
        {"dramatic", "street"});
    judge("tails of fine texture in soft clouds, any preset except dramatic and street, worst: " +
              worst.preset,
          worst.value, "x", Bar::at_most(1.15));
}

}  // namespace
}  // namespace quality::sky_test
