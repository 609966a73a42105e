// SPDX-License-Identifier: BSD-2-Clause
// Tests that mapping keeps the hues of skin and of saturated colors.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "tests/quality/charts.h"
#include "tests/quality/mapping.h"
#include "tests/quality/presets.h"
#include "tests/quality/report.h"

namespace quality::color_test {
namespace {

constexpr int patch = 40, gap = 8;

Light patch_chart(const std::vector<std::vector<Color>>& rows) {
    const int across = static_cast<int>(rows[0].size()), down = static_cast<int>(rows.size());
    const int field_height = down * (patch + gap) + gap;
    Light picture = chart(across * (patch + gap) + gap, 2 * field_height, 20);
    const int top = field_of(picture.height).top;
    for (int y = 0; y < down * (patch + gap); ++y)
        for (int x = 0; x < across * (patch + gap); ++x)
            if (x % (patch + gap) >= gap && y % (patch + gap) >= gap)
                picture.at(x, top + y) = rows[static_cast<size_t>(y / (patch + gap))]
                                             [static_cast<size_t>(x / (patch + gap))];
    return picture;
}

Color mean_light(const Output& out, int row, int column) {
    const int left = column * (patch + gap) + gap;
    const int top = field_of(out.height).top + row * (patch + gap) + gap;
    constexpr int margin = 10, side = patch - 2 * margin;
    Color sum{};
    for (int i = 0; i < side * side; ++i) {
        const Color light = out.light(left + margin + i % side, top + margin + i / side);
        for (size_t c = 0; c < 3; ++c) sum[c] += light[c] / (side * side);
    }
    return sum;
}

struct Shift {
    double mean = 0;
    double worst = 0;
};

// Returns the mean and the worst hue shift of color patches in degrees. A patch whose output is
// nearly gray has lost its hue, so it counts as the largest possible shift.
Shift hue_shift(const std::vector<std::vector<Color>>& rows, const std::string& options = "") {
    const Output out = map(patch_chart(rows), {.options = options});
    Shift shift;
    for (size_t row = 0; row < rows.size(); ++row)
        for (size_t column = 0; column < rows[row].size(); ++column) {
            const Color after = mean_light(out, static_cast<int>(row), static_cast<int>(column));
            const double turn = hue_difference(rows[row][column], after);
            shift.mean += turn / static_cast<double>(rows.size() * rows[row].size());
            shift.worst = std::max(shift.worst, turn);
        }
    return shift;
}

std::vector<std::vector<Color>> skin_patches() {
    const double tones[][3] = {{255, 224, 196}, {240, 200, 168}, {214, 164, 128},
                               {174, 120, 86},  {122, 80, 54},   {74, 48, 36}};
    std::vector<std::vector<Color>> rows;
    for (const double nits : {5.0, 20.0, 60.0, 150.0, 400.0}) {
        rows.emplace_back();
        for (const auto& tone : tones)
            rows.back().push_back(srgb_color(tone[0], tone[1], tone[2], nits));
    }
    return rows;
}

TEST(Skin, KeepsItsHue) {
    for (const std::string preset : {"natural", "portrait"}) {
        const Shift shift = hue_shift(skin_patches(), "preset=" + preset);
        tell("hue shift of skin, " + preset + ", mean", shift.mean, "degrees");
        judge("hue shift of skin, " + preset + ", worst of 30 patches", shift.worst, "degrees",
              Bar::at_most(2));
    }
}

TEST(Skin, KeepsItsHueWithAnyPresetExceptSeascapeAndSunset) {
    const auto shift = [](const Mapping& mapping) {
        return hue_shift(skin_patches(), mapping.options).worst;
    };
    const Worst worst = worst_of_presets(shift, {"seascape", "sunset"});
    judge("hue shift of skin, any preset except seascape and sunset, worst: " + worst.preset,
          worst.value, "degrees", Bar::at_most(2));
}

std::vector<std::vector<Color>> saturated_patches(const std::function<Color(Color)>& to_2020) {
    std::vector<std::vector<Color>> rows;
    for (const double nits : {5.0, 30.0, 120.0, 500.0}) {
        rows.emplace_back();
        for (int i = 0; i < 12; ++i) {
            const double turn = i / 2.0;
            const auto part = [&](double at) {
                const double distance = std::abs(std::remainder(turn - at, 6.0));
                return 0.2 + 0.8 * std::clamp(2 - distance, 0.0, 1.0);
            };
            const Color color = to_2020({part(0), part(2), part(4)});
            rows.back().push_back(scaled(color, nits / luminance(color)));
        }
    }
    return rows;
}

TEST(SaturatedColors, KeepTheirHue) {
    const Shift shift = hue_shift(saturated_patches([](const Color& c) { return c; }));
    judge("hue shift of saturated BT.2020 colors, mean", shift.mean, "degrees", Bar::at_most(3));
    tell("hue shift of saturated BT.2020 colors, worst", shift.worst, "degrees");
}

Color p3_in_2020(const Color& c) {
    return {0.753833 * c[0] + 0.198597 * c[1] + 0.047570 * c[2],
            0.045744 * c[0] + 0.941777 * c[1] + 0.012479 * c[2],
            std::max(0.0, -0.001210 * c[0] + 0.017602 * c[1] + 0.983609 * c[2])};
}

TEST(SaturatedColors, KeepTheirHueInP3) {
    const Shift shift = hue_shift(saturated_patches(p3_in_2020));
    judge("hue shift of saturated P3 colors in BT.2020, mean", shift.mean, "degrees",
          Bar::at_most(3));
    judge("hue shift of saturated P3 colors in BT.2020, worst", shift.worst, "degrees",
          Bar::at_most(3));
}

// The hue of blue neon light must shift neither to violet nor to cyan.
TEST(SaturatedColors, NeonStaysBlue) {
    std::vector<std::vector<Color>> rows;
    for (const double nits : {5.0, 15.0, 40.0, 120.0, 300.0}) {
        const Color neon = {0.0, 0.135, 1.0};
        rows.push_back({scaled(neon, nits / luminance(neon))});
    }
    const Output out = map(patch_chart(rows));
    double green = 0;
    for (size_t row = 0; row < rows.size(); ++row) {
        const Color light = bt2020_to_bt709(mean_light(out, static_cast<int>(row), 0));
        green = std::max(green, light[1] / light[2]);
    }
    judge("green in blue neon beyond BT.709, of its blue", green, "", Bar::at_most(0.25));
}

TEST(SaturatedColors, BrightSkiesStayBlue) {
    std::vector<std::vector<Color>> rows;
    for (const double nits : {300.0, 450.0, 600.0, 750.0}) {
        rows.emplace_back();
        for (const Color& bt709 : {Color{0.3, 0.55, 1}, Color{0.4, 0.65, 1}}) {
            const Color sky = bt709_to_bt2020(bt709);
            rows.back().push_back(scaled(sky, nits / luminance(sky)));
        }
    }
    const Output out = map(patch_chart(rows));
    double pale = 0;
    for (int row = 0; row < static_cast<int>(rows.size()); ++row)
        for (int column = 0; column < 2; ++column) {
            const Color light = bt2020_to_bt709(mean_light(out, row, column));
            const double source = column == 0 ? 0.3 : 0.4;
            pale = std::max(pale, light[0] / light[2] / source);
        }
    judge("red of a bright blue sky, relative to its blue, compared with the source", pale, "",
          Bar::at_most(1.2));
}

// The colors are linear BT.709 reflectances of a color chart's red, magenta and blue patches. In
// this scene, a surface with the reflectance 1.0 has 680 cd/m2, so the chart's white patch
// (reflectance about 0.88) has 600 cd/m2.
TEST(SaturatedColors, PatchesOfAChartAreNotFluorescent) {
    std::vector<std::vector<Color>> rows = {{{600, 600, 600}}};
    for (const Color& bt709 :
         {Color{0.43, 0.037, 0.045}, Color{0.497, 0.093, 0.3}, Color{0.039, 0.047, 0.305}})
        rows.push_back({scaled(bt709_to_bt2020(bt709), 680)});
    const Output out = map(patch_chart(rows));
    double largest = 0;
    for (int row = 1; row < static_cast<int>(rows.size()); ++row) {
        const Color light = bt2020_to_bt709(mean_light(out, row, 0));
        largest = std::max({largest, light[0], light[1], light[2]});
    }
    judge("largest component of red, magenta and blue patches, of the peak", largest / 203, "",
          Bar::at_most(0.92));
}

TEST(SaturatedColors, RedNeonKeepsABrightCore) {
    const Color neon = bt709_to_bt2020({1, 0.02, 0.02});
    const Output out = map(patch_chart(
        {{scaled(neon, 300 / luminance(neon))}, {scaled(neon, 700 / luminance(neon))}}));
    const Color core = bt2020_to_bt709(mean_light(out, 1, 0));
    judge("smallest component of red neon of 700 cd/m2, of the peak",
          std::min(core[1], core[2]) / 203, "", Bar::at_least(0.04));
}

std::vector<std::vector<Color>> slopes(const std::vector<Color>& colors) {
    std::vector<std::vector<Color>> rows;
    for (const double count : {0.0, 0.5, 1.0, 1.5, 2.0}) {
        rows.emplace_back();
        for (const Color& bt709 : colors) {
            const Color color = bt709_to_bt2020(bt709);
            rows.back().push_back(scaled(color, 100 * stops(count) / luminance(color)));
        }
    }
    return rows;
}

double luma_of(const Color& light) {
    const Color code = bt1886_codes(light);
    return 255 * (0.2126 * code[0] + 0.7152 * code[1] + 0.0722 * code[2]);
}

std::vector<std::vector<Color>> mixed_patches(double white) {
    const double hues[][3] = {{1, 0, 0},   {1, 0.6, 0}, {0.5, 1, 0},
                              {0, 1, 0.5}, {0, 0.5, 1}, {0.6, 0, 1}};
    std::vector<std::vector<Color>> rows;
    for (const double nits : {20.0, 60.0, 150.0}) {
        rows.emplace_back();
        for (const auto& hue : hues) {
            Color color{};
            for (size_t c = 0; c < 3; ++c) color[c] = white + (1 - white) * hue[c];
            rows.back().push_back(scaled(color, nits / luminance(color)));
        }
    }
    return rows;
}

double purity_of(const Color& light) {
    const auto [low, high] = std::ranges::minmax(light);
    return (high - low) / high;
}

std::vector<double> gains_of(const std::vector<std::vector<Color>>& rows, const Output& rich,
                             const Output& poor) {
    std::vector<double> gains;
    for (int row = 0; row < static_cast<int>(rows.size()); ++row)
        for (int column = 0; column < static_cast<int>(rows[0].size()); ++column)
            gains.push_back(purity_of(mean_light(rich, row, column)) /
                            purity_of(mean_light(poor, row, column)));
    std::ranges::sort(gains);
    return gains;
}

Mapping without_richness(Mapping mapping) {
    mapping.options = "set=richness=0";
    return mapping;
}

std::vector<double> gains_by_richness(const std::vector<std::vector<Color>>& rows,
                                      const Mapping& mapping = {}) {
    const Light picture = patch_chart(rows);
    return gains_of(rows, map(picture, mapping), map(picture, without_richness(mapping)));
}

TEST(PaleScenes, GainChroma) {
    const std::vector<double> gains = gains_by_richness(mixed_patches(0.5));
    judge("purity of pale colors, natural : without richness, least", gains.front(), "x",
          Bar::at_least(1.05));
    judge("purity of pale colors, natural : without richness, most", gains.back(), "x",
          Bar::at_most(1.3));
}

TEST(PaleScenes, KeepTheTintOfGray) {
    const std::vector<double> gains = gains_by_richness(mixed_patches(0.95));
    judge("purity of nearly gray colors, natural : without richness, most", gains.back(), "x",
          Bar::at_most(1.03));
}

TEST(PaleScenes, OtherScenesAreUnchanged) {
    const auto judged = [](const std::string& name, const std::vector<double>& gains) {
        judge(name + ", natural : without richness, most", gains.back(), "x", Bar::at_most(1.001));
        judge(name + ", natural : without richness, least", gains.front(), "x",
              Bar::at_least(0.999));
    };
    judged("purity of nearly pure colors", gains_by_richness(mixed_patches(0.02)));
    judged("purity of pale SDR", gains_by_richness(mixed_patches(0.5), {.sdr = true}));
    judged("purity of pale colors on an HDR screen",
           gains_by_richness(mixed_patches(0.5), {.to_pq = true}));
}

TEST(BrightColors, KeepTheirDetail) {
    const auto rows = slopes({{0.23, 0.31, 1}, {0.3, 0.55, 1}, {1, 0.54, 0.32}, {1, 0.7, 0.35}});
    const Output out = map(patch_chart(rows));
    double rise = 255, step = 255;
    for (int column = 0; column < static_cast<int>(rows[0].size()); ++column) {
        std::vector<double> luma;
        for (int row = 0; row < static_cast<int>(rows.size()); ++row)
            luma.push_back(luma_of(mean_light(out, row, column)));
        rise = std::min(rise, luma.back() - luma.front());
        for (size_t row = 1; row < luma.size(); ++row)
            step = std::min(step, luma[row] - luma[row - 1]);
    }
    judge("rise of bright colors in two stops, least", rise, "code values", Bar::at_least(9));
    judge("rise of bright colors in half a stop, least", step, "code values", Bar::at_least(0));
}

// Returns the mapped luma of `color` at `count` luminances. The first luminance is 100 cd/m2, and
// each further luminance is a quarter of a stop higher.
std::vector<double> luma_ramp(const Color& color, int count) {
    std::vector<std::vector<Color>> rows;
    for (int i = 0; i < count; ++i)
        rows.push_back({scaled(color, 100 * stops(0.25 * i) / luminance(color))});
    const Output out = map(patch_chart(rows));
    std::vector<double> luma;
    for (int i = 0; i < count; ++i) luma.push_back(luma_of(mean_light(out, i, 0)));
    return luma;
}

TEST(BrightColors, SunlitGrassKeepsItsTexture) {
    double rise = 255;
    for (const Color& bt709 : {Color{1, 0.35, 0.04}, Color{1, 0.45, 0.08}, Color{1, 0.28, 0.02}}) {
        const std::vector<double> luma = luma_ramp(bt709_to_bt2020(bt709), 9);
        rise = std::min(rise, luma[8] - luma[3]);
    }
    judge("rise of orange from 170 to 400 cd/m2, least", rise, "code values", Bar::at_least(12));
}

TEST(BrightColors, DoNotGetDarkerAsTheirLightRises) {
    double step = 255;
    for (const Color& bt709 : {Color{1, 0.02, 0.02}, Color{1, 0.3, 0.02}, Color{1, 0.6, 0.1},
                               Color{1, 0.1, 0.5}, Color{1, 0.05, 1}, Color{0.2, 0.5, 1}}) {
        const std::vector<double> luma = luma_ramp(bt709_to_bt2020(bt709), 18);
        for (size_t i = 1; i < luma.size(); ++i) step = std::min(step, luma[i] - luma[i - 1]);
    }
    judge("rise of bright colors in a quarter of a stop, 100 to 1,900 cd/m2, least", step,
          "code values", Bar::at_least(-0.1));
}

}  // namespace
}  // namespace quality::color_test
