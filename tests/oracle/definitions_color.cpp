// SPDX-License-Identifier: BSD-2-Clause
// Defines the color operations. In linear BT.2020, 1.0 means 203 cd/m2.
#include <algorithm>
#include <cmath>

#include "tests/oracle/color_reference.h"
#include "tests/oracle/definitions.h"

namespace tonelift::reference {
namespace {

constexpr double white = 203;
constexpr double pi = 3.14159265358979323846;
constexpr double of_colors = 65504;
constexpr double of_numbers = 1e6;

double saturated(double x) { return std::clamp(x, 0.0, 1.0); }
double divided(double a, double b) { return b == 0 ? 0 : a / b; }
double mixed(double a, double b, double t) { return a + (b - a) * t; }
double ramp(double from, double to, double x) { return saturated((x - from) / (to - from)); }
double smooth(double t) { return t * t * (3 - 2 * t); }

Vec3 color(const double* in) { return {in[0], in[1], in[2]}; }
void put(const Vec3& v, double* out) { std::copy(v.begin(), v.end(), out); }
template <typename Function>
Vec3 each(const Vec3& v, Function function) {
    return {function(v[0]), function(v[1]), function(v[2])};
}
Vec3 times(const Vec3& v, double factor) {
    return each(v, [&](double x) { return x * factor; });
}
double largest(const Vec3& v) { return *std::max_element(v.begin(), v.end()); }
double smallest(const Vec3& v) { return *std::min_element(v.begin(), v.end()); }
Vec3 from_gray(const Vec3& v, double gray, double factor) {
    return each(v, [&](double x) { return mixed(gray, x, factor); });
}

bool is_small_amount(const double* in) { return std::fabs(in[3]) <= 4; }
bool is_balance(const double* in) { return std::fabs(in[3]) <= 1 && std::fabs(in[4]) <= 1; }
bool is_gamma(const double* in) {
    const double span = std::fabs(in[2] - in[1]);
    return (in[3] == 0 || std::fabs(in[3]) >= 0.05) && (span == 0 || span > 1e-4);
}
bool is_light(const double* in) {
    return largest(each(color(in), [](double x) { return std::fabs(x); })) > 1e-13;
}
bool is_place(const double* in) {
    return std::fabs(in[0]) < 0x1p24 && std::fabs(in[1]) < 0x1p24 && std::fabs(in[2]) < 0x1p23 &&
           std::fabs(in[3]) <= 1;
}

double to_pq(double light) { return pq_encode(light * white); }
double from_pq(double code) { return pq_decode(code) / white; }
double to_hlg(double scene) { return hlg_oetf(saturated(scene)); }
double from_hlg(double code) { return hlg_inverse_oetf(std::clamp(code, 0.0, 3.0)); }
double to_srgb(double light) { return srgb_encode(saturated(light)); }
double from_srgb(double code) { return srgb_decode(std::max(code, 0.0)); }
double to_bt1886(double light) { return bt1886_inverse_eotf(saturated(light), 1, 0); }
double from_bt1886(double code) { return bt1886_eotf(std::max(code, 0.0), 1, 0); }

template <double (*function)(double)>
void one(const double* in, double* out) {
    out[0] = function(in[0]);
}

Vec3 ictcp(const double* in) { return rgb_to_ictcp(times(color(in), white)); }
Vec3 light_of_ictcp(const Vec3& v) { return times(ictcp_to_rgb(v), 1 / white); }
double chroma_of(const double* in) {
    const Vec3 v = ictcp(in);
    return std::hypot(v[1], v[2]);
}

Vec3 hsv(const Vec3& c) {
    const double value = largest(c), span = value - smallest(c);
    double sixths = 4 + divided(c[0] - c[1], span);
    if (value == c[1]) sixths = 2 + divided(c[2] - c[0], span);
    if (value == c[0]) sixths = divided(c[1] - c[2], span);
    return {sixths / 6 - std::floor(sixths / 6), divided(span, value), value};
}

Vec3 color_of_hsv(const Vec3& v) {
    const auto channel = [&](double center) {
        const double turns = v[0] - center - std::floor(v[0] - center);
        const double away = 6 * std::min(turns, 1 - turns);
        return v[2] * (1 - v[1] * saturated(away - 1));
    };
    return {channel(0), channel(1.0 / 3), channel(2.0 / 3)};
}

double luminance_709(const Vec3& c) { return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]; }

Vec3 vibrant(const Vec3& c, double amount) {
    const double purity = saturated(divided(largest(c) - smallest(c), largest(c)));
    return from_gray(c, luminance(c), std::max(1 + amount * (1 - purity), 0.0));
}

Vec3 turned(const double* in) {
    const Vec3 v = ictcp(in);
    const double c = std::cos(in[3]), s = std::sin(in[3]);
    return light_of_ictcp({v[0], v[1] * c - v[2] * s, v[1] * s + v[2] * c});
}

Mat3 cones_of(const Primaries& primaries) { return product(oklab_m1, rgb_to_xyz(primaries)); }

Vec3 colorful_cones(const Vec3& c, double factor) {
    static const Mat3 to = cones_of(bt2020), from_lab = inverse(oklab_m2);
    const auto root = [](double x) { return std::cbrt(std::max(x, 0.0)); };
    const Vec3 lab = product(oklab_m2, each(product(to, c), root));
    return each(product(from_lab, Vec3{lab[0], factor * lab[1], factor * lab[2]}),
                [](double x) { return x * x * x; });
}

Vec3 balanced(const Vec3& c, double warmth, double tint) {
    static const Mat3 to = cones_of(bt2020), from = inverse(to);
    const Vec3 gain{1 + 0.06 * warmth, 1 - 0.08 * tint, 1 - 0.35 * warmth};
    const Vec3 cones = product(to, c);
    const Vec3 gained{cones[0] * gain[0], cones[1] * gain[1], cones[2] * gain[2]};
    return times(product(from, gained), divided(1, luminance(product(from, gain))));
}

double leveled(const double* in) {
    const double share = divided(in[0] - in[1], in[2] - in[1]);
    const double exponent = divided(1, in[3]);
    if (exponent == 0) return 1;
    return share < smallest_normal ? 0 : saturated(std::pow(share, exponent));
}

Vec3 relit(const double* in) {
    if (in[3] <= 1e-6) return {0, 0, 0};
    return times(color(in), std::min(divided(from_pq(in[4]), from_pq(in[3])), 65504.0));
}

bool is_relit_well(const double* in) {
    constexpr double dark = 0.01;
    if (in[3] <= 1e-6 || std::min(in[3], in[4]) >= dark) return true;
    return largest(each(color(in), [](double x) { return std::fabs(x); })) <= from_pq(in[3]) &&
           in[4] <= std::max(in[3], dark);
}

double skin(const Vec3& c) {
    static const Mat3 to = cones_of(bt2020);
    const Vec3 lms = product(to, c);
    const double red_sum = lms[0] + lms[1], yellow_sum = lms[1] + lms[2];
    if (red_sum * yellow_sum <= 0) return 0;
    const double red = 3 * (lms[0] - lms[1]) / red_sum, yellow = (lms[1] - lms[2]) / yellow_sum;
    const double along = 0.7986 * red + 0.6018 * yellow, across = 0.6018 * red - 0.7986 * yellow;
    if (along <= 0) return 0;
    const double slope = across / along / 0.45;
    const double window = std::min(ramp(0.05, 0.16, along), ramp(0.72, 0.46, along));
    return smooth(saturated(1 - slope * slope)) * smooth(window);
}

uint32_t grain_bits(uint32_t column, uint32_t row, uint32_t frame) {
    uint32_t h = column * 2654435761u + row * 2246822519u + frame * 3266489917u;
    h = (h ^ (h >> 15)) * 739982445u;
    h = (h ^ (h >> 12)) * 695872825u;
    return h ^ (h >> 15);
}

double noise(const double* in) {
    const auto whole = [&](int i) {
        return is_place(in) ? static_cast<uint32_t>(static_cast<int64_t>(std::floor(in[i]))) : 0;
    };
    double sum = 0;
    for (const uint32_t frame : {whole(2), whole(2) + 65536}) {
        const uint32_t bits = grain_bits(whole(0), whole(1), frame);
        sum += (bits % 65536) / 65535.0 + static_cast<double>(bits / 65536) / 65535.0;
    }
    return (sum - 2) * std::sqrt(3.0) * in[3];
}

constexpr Definition definitions[] = {
    {.op = Op::pq_encode, .of = one<to_pq>, .range = unit},
    {.op = Op::pq_decode, .of = one<from_pq>, .range = {0, 49.3, true}},
    {.op = Op::hlg_encode, .of = one<to_hlg>, .range = unit},
    {.op = Op::hlg_decode, .of = one<from_hlg>, .range = positive},
    {.op = Op::srgb_encode, .of = one<to_srgb>, .range = unit},
    {.op = Op::srgb_decode, .of = one<from_srgb>, .limit = of_numbers, .range = positive},
    {.op = Op::bt1886_encode, .of = one<to_bt1886>, .range = unit},
    {.op = Op::bt1886_decode, .of = one<from_bt1886>, .limit = of_numbers, .range = positive},
    {.op = Op::luminance,
     .of = [](const double* in, double* out) { out[0] = luminance(color(in)); }},
    {.op = Op::luma,
     .of = [](const double* in,
              double* out) { out[0] = luminance_709(each(color(in), to_bt1886)); },
     .range = unit},
    {.op = Op::lightness,
     .of = [](const double* in, double* out) { out[0] = to_pq(luminance(color(in))); },
     .range = unit},
    {.op = Op::max_rgb,
     .of = [](const double* in, double* out) { out[0] = largest(color(in)); },
     .limit = infinite},
    {.op = Op::min_rgb,
     .of = [](const double* in, double* out) { out[0] = smallest(color(in)); },
     .limit = infinite},
    {.op = Op::to_ictcp,
     .of = [](const double* in, double* out) { put(ictcp(in), out); },
     .limit = of_colors},
    {.op = Op::from_ictcp,
     .of = [](const double* in, double* out) { put(light_of_ictcp(color(in)), out); },
     .limit = of_colors},
    {.op = Op::to_oklab,
     .of = [](const double* in, double* out) { put(rgb_to_oklab(color(in)), out); },
     .limit = of_colors},
    {.op = Op::from_oklab,
     .of = [](const double* in, double* out) { put(oklab_to_rgb(color(in)), out); },
     .limit = of_colors},
    {.op = Op::to_hsv,
     .of = [](const double* in, double* out) { put(hsv(color(in)), out); },
     .limit = of_colors,
     .period = [](const double*) { return 1.0; }},
    {.op = Op::from_hsv,
     .of = [](const double* in, double* out) { put(color_of_hsv(color(in)), out); },
     .limit = of_colors},
    {.op = Op::chroma,
     .of = [](const double* in, double* out) { out[0] = chroma_of(in); },
     .limit = of_colors,
     .range = positive},
    {.op = Op::hue,
     .of =
         [](const double* in, double* out) {
             const Vec3 v = ictcp(in);
             out[0] = std::atan2(v[2], v[1]);
         },
     .limit = of_colors,
     .range = {-pi, pi},
     .period = [](const double*) { return 2 * pi; },
     .weight = chroma_of},
    {.op = Op::saturation,
     .of = [](const double* in,
              double* out) { put(from_gray(color(in), luminance(color(in)), in[3]), out); },
     .limit = of_numbers,
     .where = is_small_amount},
    {.op = Op::vibrance,
     .of = [](const double* in, double* out) { put(vibrant(color(in), in[3]), out); },
     .limit = of_numbers,
     .where = is_small_amount},
    {.op = Op::colorful_cones,
     .of = [](const double* in, double* out) { put(colorful_cones(color(in), in[3]), out); },
     .limit = of_colors,
     .where = is_small_amount},
    {.op = Op::hue_rotate,
     .of = [](const double* in, double* out) { put(turned(in), out); },
     .limit = of_colors},
    {.op = Op::white_balance,
     .of = [](const double* in, double* out) { put(balanced(color(in), in[3], in[4]), out); },
     .limit = of_colors,
     .where = is_balance},
    {.op = Op::levels,
     .of = [](const double* in, double* out) { out[0] = leveled(in); },
     .limit = of_colors,
     .where = is_gamma,
     .range = unit},
    {.op = Op::relight,
     .of = [](const double* in, double* out) { put(relit(in), out); },
     .limit = of_colors,
     .where = is_relit_well},
    {.op = Op::skin_likelihood,
     .of = [](const double* in, double* out) { out[0] = skin(color(in)); },
     .limit = of_colors,
     .where = is_light,
     .range = unit},
    {.op = Op::grain,
     .of = [](const double* in, double* out) { out[0] = noise(in); },
     .where = is_place},
};

}  // namespace

std::span<const Definition> color_definitions() { return definitions; }

}  // namespace tonelift::reference
