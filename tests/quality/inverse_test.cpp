// SPDX-License-Identifier: BSD-2-Clause
// Tests that the conversion of SDR to HDR10 makes white brighter and keeps darker tones.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/quality/charts.h"
#include "tests/quality/mapping.h"
#include "tests/quality/report.h"

namespace quality::inverse_test {
namespace {

constexpr int width = 320, height = 240;
constexpr double target_peak = 1000;  // default of PQ output, in cd/m2
constexpr uint32_t seed = 5021;

Light ramp_chart() {
    Light picture = chart(width, height, 20);
    const Field field = field_of(height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const double nits = y < field.top || y >= field.bottom
                                    ? std::min(luminance(picture.at(x, y)), white_nits)
                                    : pq_decode(pq_encode(white_nits) * (x + 0.5) / width);
            picture.at(x, y) = gray(nits);
        }
    return picture;
}

TEST(SdrToHdr, RaisesWhiteAndKeepsTheOrderOfTones) {
    const Light in = ramp_chart();
    const Output out = map(in, {.sdr = true, .to_pq = true});
    const int row = height / 2;
    double reached = 0, back = 0, peak = 0;
    for (int x = 0; x < width; ++x) {
        const double v = lightness(out.light(x, row));
        back = std::max(back, reached - v);
        reached = std::max(reached, v);
        peak = std::max(peak, luminance(out.light(x, row)));
    }
    judge("SDR to HDR10: white", peak, "cd/m2", Bar::at_least(1.5 * white_nits));
    EXPECT_LE(peak, target_peak);
    judge("SDR to HDR10: reversal of a ramp", 1023 * back, "10-bit codes", Bar::at_most(0.1));
}

TEST(SdrToHdr, DoesNotRaiseNoise) {
    for (const double nits : {3.0, 20.0, 60.0}) {
        Light in = ramp_chart();
        const Field field = field_of(height);
        for (int y = field.top; y < field.bottom; ++y)
            for (int x = 0; x < width; ++x) {
                Color codes = bt1886_codes(gray(nits));
                for (double& code : codes) code += 2 / 255.0 * gaussian(seed, x, y, 0);
                in.at(x, y) = bt1886_light(codes);
            }
        const Output out = map(in, {.sdr = true, .to_pq = true});
        double before = 0, after = 0, mean_before = 0, mean_after = 0;
        const int count = (field.bottom - field.top) * width;
        for (int y = field.top; y < field.bottom; ++y)
            for (int x = 0; x < width; ++x) {
                const double v = lightness(in.at(x, y)), w = lightness(out.light(x, y));
                mean_before += v / count;
                mean_after += w / count;
                before += v * v / count;
                after += w * w / count;
            }
        const double gain =
            std::sqrt((after - mean_after * mean_after) / (before - mean_before * mean_before));
        judge("SDR to HDR10: noise gain at " + std::to_string(static_cast<int>(nits)) + " cd/m2",
              gain, "x", Bar::at_most(1.2));
    }
}

TEST(SdrToHdr, KeepsTheHueOfSkin) {
    const double tones[][3] = {{240, 200, 168}, {214, 164, 128}, {122, 80, 54}, {74, 48, 36}};
    double worst = 0;
    for (const auto& tone : tones) {
        Light in = ramp_chart();
        const Color skin = bt1886_light({tone[0] / 255, tone[1] / 255, tone[2] / 255});
        const Field field = field_of(height);
        for (int y = field.top; y < field.bottom; ++y)
            for (int x = 0; x < width; ++x) in.at(x, y) = skin;
        const Output out = map(in, {.options = "preset=portrait", .sdr = true, .to_pq = true});
        worst = std::max(worst, hue_difference(skin, out.light(width / 2, height / 2)));
    }
    judge("SDR to HDR10: hue shift of skin, worst of 4 tones", worst, "degrees", Bar::at_most(2));
}

}  // namespace
}  // namespace quality::inverse_test
