// SPDX-License-Identifier: BSD-2-Clause
#include "tests/quality/light.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace quality {

namespace {

using Matrix = std::array<std::array<double, 3>, 3>;

Color multiply(const Matrix& m, const Color& c) {
    Color out{};
    for (size_t row = 0; row < 3; ++row)
        out[row] = m[row][0] * c[0] + m[row][1] * c[1] + m[row][2] * c[2];
    return out;
}

// Matrix from linear BT.709 to BT.2020 (ITU-R BT.2087-0, annex 2), and its inverse (ITU-R
// BT.2407-0, annex 2).
constexpr Matrix from_709{{{0.627403895934699, 0.329283038377884, 0.043313065687417},
                           {0.069097289358232, 0.919540395075459, 0.011362315566309},
                           {0.016391438875150, 0.088013307877226, 0.895595253247624}}};
constexpr Matrix to_709{{{1.660491002108435, -0.587641138788550, -0.072849863319885},
                         {-0.124550474521591, 1.132899897125960, -0.008349422604369},
                         {-0.018150763354905, -0.100578898008007, 1.118729661362913}}};
// Matrices from linear BT.2020 to LMS and from PQ-encoded LMS to ICtCp (ITU-R BT.2100-2, table 7).
constexpr Matrix to_lms{{{1688 / 4096., 2146 / 4096., 262 / 4096.},
                         {683 / 4096., 2951 / 4096., 462 / 4096.},
                         {99 / 4096., 309 / 4096., 3688 / 4096.}}};
constexpr Matrix lms_to_ictcp{{{2048 / 4096., 2048 / 4096., 0},
                               {6610 / 4096., -13613 / 4096., 7003 / 4096.},
                               {17933 / 4096., -17390 / 4096., -543 / 4096.}}};
// Matrix from linear BT.2020 to CIE XYZ, and its inverse. Both are computed from the primaries and
// the white (D65) of ITU-R BT.2020-2, table 3.
constexpr Matrix to_xyz{{{0.636958048301291, 0.144616903586208, 0.168880975164172},
                         {0.262700212011267, 0.677998071518871, 0.059301716469862},
                         {0, 0.028072693049087, 1.060985057710791}}};
constexpr Matrix from_xyz{{{1.716651187971268, -0.355670783776392, -0.253366281373660},
                           {-0.666684351832489, 1.616481236634939, 0.015768545813911},
                           {0.017639857445311, -0.042770613257809, 0.942103121235474}}};
constexpr Color d65{0.950455927051672, 1, 1.089057750759878};
constexpr double m1 = 2610 / 16384., m2 = 2523 / 32., c1 = 3424 / 4096., c2 = 2413 / 128.,
                 c3 = 2392 / 128.;

}  // namespace

Color scaled(const Color& color, double factor) {
    return {color[0] * factor, color[1] * factor, color[2] * factor};
}

double pq_encode(double nits) {
    const double y = std::pow(std::clamp(nits / 10000, 0.0, 1.0), m1);
    return std::pow((c1 + c2 * y) / (1 + c3 * y), m2);
}

double pq_decode(double code) {
    const double e = std::pow(std::clamp(code, 0.0, 1.0), 1 / m2);
    return 10000 * std::pow(std::max(e - c1, 0.0) / (c2 - c3 * e), 1 / m1);
}

double luminance(const Color& c) { return 0.2627 * c[0] + 0.6780 * c[1] + 0.0593 * c[2]; }

double lightness(const Color& c) { return pq_encode(luminance(c)); }

Color hlg_codes(const Color& bt2020) {
    constexpr double peak = 1000, gamma = 1.2, a = 0.17883277, b = 0.28466892, c = 0.55991073;
    const double shown = std::max(luminance(bt2020) / peak, 1e-12);
    Color codes = scaled(bt2020, std::pow(shown, 1 / gamma - 1) / peak);
    for (double& code : codes) {
        const double e = std::clamp(code, 0.0, 1.0);
        code = e <= 1.0 / 12 ? std::sqrt(3 * e) : a * std::log(12 * e - b) + c;
    }
    return codes;
}

Color bt709_to_bt2020(const Color& bt709) { return multiply(from_709, bt709); }

Color bt2020_to_bt709(const Color& bt2020) { return multiply(to_709, bt2020); }

Color bt1886_light(const Color& codes) {
    Color linear = codes;
    for (double& component : linear) component = white_nits * std::pow(component, 2.4);
    return bt709_to_bt2020(linear);
}

Color bt1886_codes(const Color& bt2020) {
    Color codes = bt2020_to_bt709(bt2020);
    for (double& component : codes)
        component = std::pow(std::clamp(component / white_nits, 0.0, 1.0), 1 / 2.4);
    return codes;
}

Color srgb_light(double red, double green, double blue) {
    const auto linear = [](double code) {
        const double v = code / 255;
        return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    return bt709_to_bt2020({linear(red), linear(green), linear(blue)});
}

Color srgb_color(double red, double green, double blue, double nits) {
    const Color color = srgb_light(red, green, blue);
    return scaled(color, nits / luminance(color));
}

Color ictcp(const Color& bt2020) {
    Color lms = multiply(to_lms, bt2020);
    for (double& component : lms) component = pq_encode(component);
    return multiply(lms_to_ictcp, lms);
}

double hue_difference(const Color& a, const Color& b) {
    const Color p = ictcp(a), q = ictcp(b);
    const double turn = std::atan2(p[2], p[1]) - std::atan2(q[2], q[1]);
    const double degrees = std::abs(turn) * 180 / std::numbers::pi;
    return std::min(degrees, 360 - degrees);
}

Color cielab(const Color& bt2020) {
    constexpr double knee = 6.0 / 29;
    Color roots = multiply(to_xyz, bt2020);
    for (size_t i = 0; i < 3; ++i) {
        const double t = roots[i] / white_nits / d65[i];
        roots[i] = t > std::pow(knee, 3) ? std::cbrt(t) : t / (3 * knee * knee) + 4.0 / 29;
    }
    return {116 * roots[1] - 16, 500 * (roots[0] - roots[1]), 200 * (roots[1] - roots[2])};
}

double cielab_hue(const Color& bt2020) {
    const Color lab = cielab(bt2020);
    return std::atan2(lab[2], lab[1]) * 180 / std::numbers::pi;
}

Color black_body(double kelvin, double nits) {
    const double t = 1000 / kelvin;
    const double x = ((-0.2661239 * t - 0.2343589) * t + 0.8776956) * t + 0.179910;
    const double y = kelvin < 2222
                         ? ((-1.1063814 * x - 1.34811020) * x + 2.18555832) * x - 0.20219683
                         : ((-0.9549476 * x - 1.37418593) * x + 2.09137015) * x - 0.16748867;
    return scaled(multiply(from_xyz, {x / y, 1, (1 - x - y) / y}), nits);
}

}  // namespace quality
