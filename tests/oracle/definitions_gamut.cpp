// SPDX-License-Identifier: BSD-2-Clause
// Defines gamut_map in double precision, from docs/reference/gamut.md.
#include <algorithm>
#include <cmath>

#include "tests/oracle/color_reference.h"
#include "tests/oracle/definitions.h"

namespace tonelift::reference {
namespace {

constexpr double of_colors = 65504;

constexpr double chroma_softness = 0.15;
constexpr double white_from = 0.75;
constexpr double half_white = 0.25;
constexpr double pale_from = 0.15;
constexpr double largest_extent = 2.3;
constexpr double root_offset = 0.006;
constexpr double largest_root_offset = 1;

double largest(const Vec3& v) { return *std::max_element(v.begin(), v.end()); }
double smallest(const Vec3& v) { return *std::min_element(v.begin(), v.end()); }
Vec3 times(const Vec3& v, double factor) { return {v[0] * factor, v[1] * factor, v[2] * factor}; }

const Mat3& to_xyz() {
    static const Mat3 matrix = rgb_to_xyz(bt709);
    return matrix;
}
double luminance_of(const Vec3& c) { return product(to_xyz(), c)[1]; }

Vec3 white_xyz() { return product(to_xyz(), Vec3{1, 1, 1}); }

// Returns X, Y and Z of a color in units of white, with an offset added to each.
Vec3 raised_of(const Vec3& c, double offset) {
    const Vec3 xyz = product(to_xyz(), c), white = white_xyz();
    Vec3 raised{};
    for (size_t i = 0; i < 3; ++i) raised[i] = std::max(xyz[i] / white[i], 0.0) + offset;
    return raised;
}

// The colors of one luminance and hue.
struct Line {
    Vec3 raised;  // the color with all of its chroma
    double offset;
};

// Returns the value at `share` of the parabola through the values at the shares 0, 1/2 and 1.
double parabola(double none, double half, double whole, double share) {
    return none * (1 - share) * (1 - 2 * share) + half * 4 * share * (1 - share) +
           whole * share * (2 * share - 1);
}

// Half of the chroma has the mean of two cube roots, as in CIELAB (ISO/CIE 11664-4).
Vec3 with_chroma(const Line& line, double share) {
    static const Mat3 from_xyz = inverse(to_xyz());
    const double gray = line.raised[1];
    const Vec3 white = white_xyz();
    Vec3 xyz{};
    for (size_t i = 0; i < 3; ++i) {
        const double half = std::pow((std::cbrt(gray) + std::cbrt(line.raised[i])) / 2, 3);
        xyz[i] = white[i] * (parabola(gray, half, line.raised[i], share) - line.offset);
    }
    return product(from_xyz, xyz);
}

double bent(double x, double softness) {
    const double knee = 1 - softness;
    return x <= knee ? x : knee + softness * (x - knee) / (x - knee + softness);
}

double extent(const Vec3& c, double luminance) { return (luminance - smallest(c)) / luminance; }

Vec3 possible(const Vec3& c, double luminance) {
    const double share = std::min(1.0, largest_extent / extent(c, luminance));
    Vec3 result{};
    for (size_t i = 0; i < 3; ++i) result[i] = luminance + share * (c[i] - luminance);
    return result;
}

double share_held(const Line& line, double level) {
    double held = 0, beyond = 1;
    for (int i = 0; i < 60; ++i) {
        const double middle = (held + beyond) / 2;
        (smallest(with_chroma(line, middle)) >= level ? held : beyond) = middle;
    }
    return held;
}

double light_kept(const Vec3& c, double top, double softness) {
    const double high = largest(c), purity = std::min(1 - smallest(c) / high, 1.0);
    return bent(high / top, softness * purity) / (high / top);
}

double whitened(const Vec3& c, double luminance, double top, double softness) {
    const double pale = std::max(smallest(c) / largest(c) - pale_from, 0.0);
    const double above = std::max(luminance / top - (white_from - pale), 0.0) / half_white;
    return above * above * above / (1 + above * above * above) * (1 - light_kept(c, top, softness));
}

Vec3 into_gamut(const Vec3& c, double peak, double peak_softness) {
    const double softness = std::clamp(peak_softness, 0.0, 1.0), room = chroma_softness * softness;
    const double luminance = luminance_of(c);
    if (peak <= 0 || luminance <= 0) return {0, 0, 0};
    const double white = whitened(c, luminance, peak, softness);
    Vec3 shown = c;
    const double beyond = extent(c, luminance);
    if (beyond > 1 - room || white > 0) {
        const Vec3 whole = possible(c, luminance);
        const double light = largest(whole);
        const double offset = root_offset * std::max(peak / light, 1.0);
        const double least = std::min(offset, largest_root_offset);
        const Line line = {raised_of(times(whole, 1 / light), least), least};
        const double wanted = 1 - bent(extent(whole, luminance), room);
        const double held = beyond > 1 - room ? share_held(line, wanted * luminance / light) : 1;
        shown = with_chroma(line, held * (1 - white));
        shown = times(shown, light / std::max(largest(shown), 1.0));
    }
    const double kept = light_kept(shown, peak, softness);
    for (double& x : shown) x = std::clamp(x * kept, 0.0, peak);
    return shown;
}

constexpr Definition definitions[] = {
    {.op = Op::gamut_map,
     .of =
         [](const double* in, double* out) {
             const Vec3 shown = into_gamut({in[0], in[1], in[2]}, in[3], in[4]);
             std::copy(shown.begin(), shown.end(), out);
         },
     .limit = of_colors,
     .range = positive},
};

}  // namespace

std::span<const Definition> gamut_definitions() { return definitions; }

}  // namespace tonelift::reference
