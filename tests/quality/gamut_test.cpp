// SPDX-License-Identifier: BSD-2-Clause
// Tests that saturated light loses brightness before chroma, and keeps its hue.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "tests/quality/charts.h"
#include "tests/quality/mapping.h"
#include "tests/quality/report.h"
#include "tests/support/script_file.h"

namespace quality::gamut_test {
namespace {

// Scripts with the tone curve of ITU-R BT.2446, method A, for source peaks of 1000 and 4000 cd/m2.
constexpr const char* film_curve =
    "plane v = lightness(input);\n"
    "output relight(input, v, tone_curve(v, 0, pq_encode(1000 / 203), 0, 0, 0.5, 2));\n";
constexpr const char* lamp_curve =
    "plane v = lightness(input);\n"
    "output relight(input, v, tone_curve(v, 0, pq_encode(4000 / 203), 0, 0, 0.5, 2));\n";

struct Gamut {
    const char* name;
    double to_2020[3][3];
};
constexpr Gamut gamuts[] = {
    {"BT.709",
     {{0.627404, 0.329283, 0.043313},
      {0.069097, 0.919540, 0.011362},
      {0.016391, 0.088013, 0.895595}}},
    {"P3",
     {{0.753833, 0.198597, 0.047570},
      {0.045744, 0.941777, 0.012479},
      {-0.001210, 0.017602, 0.983609}}},
    {"BT.2020", {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
};

Color light_of(const Gamut& gamut, const Color& c, double nits) {
    Color light{};
    for (size_t i = 0; i < 3; ++i)
        for (size_t j = 0; j < 3; ++j) light[i] += gamut.to_2020[i][j] * c[j];
    for (double& x : light) x = std::max(x, 0.0);
    return scaled(light, nits / luminance(light));
}

Color hue_of(double turn, double white) {
    const auto part = [&](double at) {
        const double away = std::abs(std::remainder(turn - at, 6.0));
        return white + (1 - white) * std::clamp(2 - away, 0.0, 1.0);
    };
    return {part(0), part(2), part(4)};
}

struct Lch {
    double l, c, h;
};
Lch lch(const Color& light) {
    const Color lab = cielab(light);
    return {lab[0], std::hypot(lab[1], lab[2]), cielab_hue(light)};
}

Color bt709_of(const Lch& at) {
    const auto inverse = [](double t) {
        return t > 6.0 / 29 ? t * t * t : 3 * 36.0 / 841 * (t - 4.0 / 29);
    };
    const double angle = at.h * std::numbers::pi / 180, y = (at.l + 16) / 116;
    const double x = 0.95046 * inverse(y + at.c * std::cos(angle) / 500);
    const double z = 1.08906 * inverse(y - at.c * std::sin(angle) / 200);
    // Matrix from CIE XYZ to linear sRGB (IEC 61966-2-1).
    return {3.2406 * x - 1.5372 * inverse(y) - 0.4986 * z,
            -0.9689 * x + 1.8758 * inverse(y) + 0.0415 * z,
            0.0557 * x - 0.2040 * inverse(y) + 1.0570 * z};
}

double most_chroma(double lightness, double hue) {
    double held = 0, beyond = 200;
    for (int i = 0; i < 30; ++i) {
        const double middle = (held + beyond) / 2;
        const Color c = bt709_of({lightness, middle, hue});
        const auto [low, high] = std::minmax_element(c.begin(), c.end());
        (*low >= 0 && *high <= 1 ? held : beyond) = middle;
    }
    return held;
}

double fullest_chroma(double lightness, double hue) {
    double most = most_chroma(lightness, hue);
    for (double darker = 20; darker < lightness; ++darker)
        most = std::max(most, most_chroma(darker, hue));
    return most;
}

struct Kept {
    Lch out, same;
    double turn;
    double of_fullest() const { return out.c / std::min(same.c, fullest_chroma(out.l, out.h)); }
};

Kept kept_of(const Color& in, const Color& out) {
    const Color same = scaled(in, luminance(out) / luminance(in));
    const double turn = cielab_hue(out) - cielab_hue(same);
    return {lch(out), lch(same), std::abs(std::remainder(turn, 360))};
}

std::vector<Kept> kept(const std::vector<Color>& lights, const std::string& options) {
    Light in(static_cast<int>(lights.size()), 1);
    for (size_t i = 0; i < lights.size(); ++i) in.at(static_cast<int>(i), 0) = lights[i];
    const Output out = map(in, {.options = options, .transfer = 8});
    std::vector<Kept> result;
    for (size_t i = 0; i < lights.size(); ++i)
        result.push_back(kept_of(lights[i], out.light(static_cast<int>(i), 0)));
    return result;
}

std::vector<Color> tints(const Gamut& gamut) {
    std::vector<Color> lights;
    for (const double turn : {0.0, 0.35, 0.6, 5.4, 5.0, 4.4, 4.0})
        for (const double white : {0.0, 0.05, 0.15})
            for (const double nits : {20.0, 50.0, 100.0, 200.0, 300.0, 400.0})
                lights.push_back(light_of(gamut, hue_of(turn, white), nits));
    return lights;
}

struct TintFigures {
    double chroma = 1;
    double turn = 0;
};

TintFigures figures_of_tints(const std::vector<Kept>& tints) {
    TintFigures found;
    for (const Kept& tint : tints) {
        found.chroma = std::min(found.chroma, tint.of_fullest());
        found.turn = std::max(found.turn, tint.turn);
    }
    return found;
}

void judge_tints(const std::string& what, const TintFigures& found, const Bar& chroma,
                 const Bar& turn) {
    judge("chroma kept of " + what + ", of the fullest", found.chroma, "x", chroma);
    judge("hue shift of " + what, found.turn, "degrees", turn);
}

constexpr Bar chroma_bar{0.95, 0.95, Better::higher}, turn_bar{2, 2, Better::lower};

TEST(Tints, KeepTheirChromaAndHue) {
    const tonelift::ScriptFile script(film_curve);
    for (const Gamut& gamut : gamuts)
        judge_tints(std::string(gamut.name) + " tints, curve only",
                    figures_of_tints(kept(tints(gamut), std::string("script=") + script.path())),
                    chroma_bar, turn_bar);
}

// Returns what `options` make of the lights, as patches of a chart. The patches cover at most
// 1 / `share` of the chart.
std::vector<Color> shown_in_chart(const std::vector<Color>& lights, const std::string& options,
                                  int share) {
    constexpr int patch = 16, across = 18;
    const int count = static_cast<int>(lights.size()), down = (count + across - 1) / across;
    Light in = chart(across * patch, share * down * patch, 20);
    const int top = field_of(in.height).top;
    const auto left_of = [](int i) { return i % across * patch; };
    const auto top_of = [top](int i) { return top + i / across * patch; };
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < patch * patch; ++k)
            in.at(left_of(i) + k % patch, top_of(i) + k / patch) = lights[static_cast<size_t>(i)];
    const Output out = map(in, {.options = options});
    std::vector<Color> shown;
    for (int i = 0; i < count; ++i)
        shown.push_back(out.light(left_of(i) + patch / 2, top_of(i) + patch / 2));
    return shown;
}

std::vector<Kept> kept_in_chart(const std::vector<Color>& lights, const std::string& options,
                                int share = 2) {
    const std::vector<Color> shown = shown_in_chart(lights, options, share);
    std::vector<Kept> result;
    for (size_t i = 0; i < lights.size(); ++i) result.push_back(kept_of(lights[i], shown[i]));
    return result;
}

TEST(Tints, PresetsKeepTheirChromaAndHue) {
    for (const char* preset : {"natural", "faithful", "cinema"})
        for (const Gamut& gamut : gamuts)
            judge_tints(
                std::string(gamut.name) + " tints, " + preset,
                figures_of_tints(kept_in_chart(tints(gamut), std::string("preset=") + preset)),
                chroma_bar, turn_bar);
}

constexpr int ramp_steps = 256;
std::vector<Color> ramp(const Gamut& gamut, double turn, double white) {
    std::vector<Color> lights;
    const double from = pq_encode(2), to = pq_encode(4000);
    for (int i = 0; i < ramp_steps; ++i)
        lights.push_back(
            light_of(gamut, hue_of(turn, white), pq_decode(std::lerp(from, to, i / 255.0))));
    return lights;
}

struct RampFigures {
    double fall = 0;
    double kink = 0;
    double turn = 0;

    void add(const RampFigures& other) {
        fall = std::max(fall, other.fall);
        kink = std::max(kink, other.kink);
        turn = std::max(turn, other.turn);
    }
};

RampFigures figures_of(const std::vector<Kept>& ramp) {
    RampFigures found;
    for (size_t i = 1; i + 1 < ramp.size(); ++i) {
        const double before = ramp[i].out.l - ramp[i - 1].out.l;
        const double after = ramp[i + 1].out.l - ramp[i].out.l;
        found.fall = std::max(found.fall, -before);
        found.kink = std::max(found.kink, std::abs(after - before));
        if (ramp[i].out.c > 10) found.turn = std::max(found.turn, ramp[i].turn);
    }
    return found;
}

TEST(Ramps, RiseWithoutAKinkAtConstantHue) {
    const tonelift::ScriptFile script(lamp_curve);
    RampFigures worst;
    for (const Gamut& gamut : gamuts)
        for (double turn = 0; turn < 6; turn += 0.25)
            for (const double white : {0.0, 0.1, 0.3, 0.6})
                worst.add(figures_of(
                    kept(ramp(gamut, turn, white), std::string("script=") + script.path())));
    judge("fall of lightness in brightness ramps, most in a step", worst.fall, "L*",
          Bar::at_most(0.01));
    judge("change of slope in brightness ramps, most from step to step", worst.kink, "L*",
          Bar::at_most(0.2));
    judge("hue shift along brightness ramps, most", worst.turn, "degrees", Bar::at_most(4));
}

// Lights above 1000 cd/m2 turn white only if they cover a small part of the picture.
TEST(Ramps, OfTheDefaultRiseWithoutAKink) {
    constexpr int share = 24;
    RampFigures worst;
    for (const Gamut& gamut : gamuts)
        for (double turn = 0; turn < 6; turn += 0.5)
            for (const double white : {0.0, 0.3})
                worst.add(
                    figures_of(kept_in_chart(ramp(gamut, turn, white), "preset=natural", share)));
    judge("fall of lightness in brightness ramps, natural, most in a step", worst.fall, "L*",
          Bar::at_most(0.2));
    judge("change of slope in brightness ramps, natural, most from step to step", worst.kink, "L*",
          Bar::at_most(0.6));
}

// A camera that clips red before green and blue records a sun as pure orange.
TEST(Lamps, ClippedOrangeSunsTurnPale) {
    const Color sun = light_of(gamuts[0], {1, 0.15, 0}, 10000);
    const Color shown = bt2020_to_bt709(shown_in_chart({sun}, "preset=natural", 24)[0]);
    judge("smallest component of a pure orange sun, of the largest",
          std::min(shown[1], shown[2]) / shown[0], "x", Bar::at_least(0.5));
}

// sRGB codes of the 24 patches of a color chart, from the data sheet of X-Rite for ColorChecker
// Classic. The last six patches are gray.
constexpr int chart_codes[24][3] = {
    {115, 82, 68},   {194, 150, 130}, {98, 122, 157}, {87, 108, 67},   {133, 128, 177},
    {103, 189, 170}, {214, 126, 44},  {80, 91, 166},  {193, 90, 99},   {94, 60, 108},
    {157, 188, 64},  {224, 163, 46},  {56, 61, 150},  {70, 148, 73},   {175, 54, 60},
    {231, 199, 31},  {187, 86, 149},  {8, 133, 161},  {243, 243, 242}, {200, 200, 200},
    {160, 160, 160}, {122, 122, 121}, {85, 85, 85},   {52, 52, 52}};
constexpr size_t first_gray = 18;

// Returns the mean dE76 between the patches of a color chart and the mapped patches. First scales
// the mapped patches, so that the luminance of their gray patches has the same geometric mean as in
// the chart.
double chart_distance(double white, const std::string& options) {
    std::vector<Color> nominal, lights;
    for (const auto& codes : chart_codes) {
        nominal.push_back(scaled(srgb_light(codes[0], codes[1], codes[2]), white_nits));
        lights.push_back(scaled(nominal.back(), white / white_nits));
    }
    const std::vector<Color> shown = shown_in_chart(lights, options, 8);
    double exposure = 0, sum = 0;
    for (size_t i = first_gray; i < nominal.size(); ++i)
        exposure += std::log(luminance(nominal[i]) / luminance(shown[i])) / 6;
    for (size_t i = 0; i < nominal.size(); ++i) {
        const Color a = cielab(nominal[i]), b = cielab(scaled(shown[i], std::exp(exposure)));
        sum += std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) / 24;
    }
    return sum;
}

TEST(ColorChart, KeepsItsColors) {
    for (const auto& [preset, bar] :
         {std::pair("natural", 1.5), std::pair("faithful", 3.0), std::pair("cinema", 4.0)})
        for (const double nits : {60.0, 203.0})
            judge("color chart, white of " + std::to_string(static_cast<int>(nits)) + " cd/m2, " +
                      preset,
                  chart_distance(nits, std::string("preset=") + preset), "dE76", Bar::at_most(bar));
}

TEST(Lamps, BrightLampsGetLighterAndLoseChroma) {
    const tonelift::ScriptFile script(lamp_curve);
    double rise = 100, most = 0, least = 1;
    for (const Gamut& gamut : gamuts)
        for (const double turn : {0.0, 0.3, 0.6, 3.5, 4.0, 4.5, 5.0, 5.5}) {
            const Color c = hue_of(turn, 0.05);
            const auto lamp =
                kept({light_of(gamut, c, 400), light_of(gamut, c, 1000), light_of(gamut, c, 4000)},
                     std::string("script=") + script.path());
            rise = std::min(rise, lamp[2].out.l - lamp[1].out.l);
            most = std::max(most, lamp[2].of_fullest());
            least = std::min(least, lamp[0].of_fullest());
        }
    judge("rise of colored lamps from 1000 to 4000 cd/m2, least", rise, "L*", Bar::at_least(3));
    judge("chroma of lamps of 4000 cd/m2, of the fullest, most", most, "x", Bar::at_most(0.85));
    judge("chroma of lamps of 400 cd/m2, of the fullest, least", least, "x", Bar::at_least(0.95));
}

}  // namespace
}  // namespace quality::gamut_test
