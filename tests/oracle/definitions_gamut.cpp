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

// A color in a variant of CIELAB (ISO/CIE 11664-4) with white D65 at luminance 1. Instead of the
// linear segment, the cube root has an offset.
struct Lab {
    double l, a, b, offset;
};
Vec3 white_xyz() { return product(to_xyz(), Vec3{1, 1, 1}); }

Lab lab_of(const Vec3& c, double offset) {
    const Vec3 xyz = product(to_xyz(), c), white = white_xyz();
    const auto root = [&](size_t i) {
        return std::cbrt(std::max(xyz[i] / white[i], 0.0) + offset);
    };
    return {116 * root(1) - 16, 500 * (root(0) - root(1)), 200 * (root(1) - root(2)), offset};
}

Vec3 with_chroma(const Lab& lab, double share) {
    static const Mat3 from_xyz = inverse(to_xyz());
    const double y = (lab.l + 16) / 116;
    const Vec3 white = white_xyz();
    const auto light = [&](double root) { return root * root * root - lab.offset; };
    return product(from_xyz, Vec3{white[0] * light(y + share * lab.a / 500), white[1] * light(y),
                                  white[2] * light(y - share * lab.b / 200)});
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

double share_held(const Lab& lab, double level) {
    double held = 0, beyond = 1;
    for (int i = 0; i < 60; ++i) {
        const double middle = (held + beyond) / 2;
        (smallest(with_chroma(lab, middle)) >= level ? held : beyond) = middle;
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
        const Lab lab = lab_of(times(whole, 1 / light), std::min(offset, largest_root_offset));
        const double wanted = 1 - bent(extent(whole, luminance), room);
        const double held = beyond > 1 - room ? share_held(lab, wanted * luminance / light) : 1;
        shown = with_chroma(lab, held * (1 - white));
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
