// SPDX-License-Identifier: BSD-2-Clause
#include "tests/oracle/color_reference.h"

#include <algorithm>
#include <cmath>

namespace tonelift::reference {

Mat3 product(const Mat3& a, const Mat3& b) {
    Mat3 result{};
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) {
            result[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j];
        }
    }
    return result;
}

Vec3 product(const Mat3& a, const Vec3& v) {
    Vec3 result{};
    for (std::size_t i = 0; i < 3; ++i)
        result[i] = a[i][0] * v[0] + a[i][1] * v[1] + a[i][2] * v[2];
    return result;
}

namespace {

Vec3 cross(const Vec3& a, const Vec3& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Vec3 each(const Vec3& v, double (*function)(double)) {
    return {function(v[0]), function(v[1]), function(v[2])};
}

}  // namespace

Mat3 inverse(const Mat3& a) {
    const Vec3 c0 = cross(a[1], a[2]), c1 = cross(a[2], a[0]), c2 = cross(a[0], a[1]);
    const double determinant = a[0][0] * c0[0] + a[0][1] * c0[1] + a[0][2] * c0[2];
    Mat3 result{};
    for (std::size_t i = 0; i < 3; ++i) {
        result[i] = {c0[i] / determinant, c1[i] / determinant, c2[i] / determinant};
    }
    return result;
}

// Constants of the PQ curve (SMPTE ST 2084:2014, clause 5).
namespace pq {
constexpr double m1 = 2610.0 / 4096 / 4;
constexpr double m2 = 2523.0 / 4096 * 128;
constexpr double c1 = 3424.0 / 4096;
constexpr double c2 = 2413.0 / 4096 * 32;
constexpr double c3 = 2392.0 / 4096 * 32;
}  // namespace pq

double pq_encode(double luminance) {
    const double y = std::pow(std::clamp(luminance / 10000, 0.0, 1.0), pq::m1);
    return std::pow((pq::c1 + pq::c2 * y) / (1 + pq::c3 * y), pq::m2);
}

double pq_decode(double code) {
    const double n = std::pow(std::clamp(code, 0.0, 1.0), 1 / pq::m2);
    return 10000 * std::pow(std::max(n - pq::c1, 0.0) / (pq::c2 - pq::c3 * n), 1 / pq::m1);
}

namespace hlg {
constexpr double a = 0.17883277;
constexpr double b = 1 - 4 * a;
const double c = 0.5 - a * std::log(4 * a);
}  // namespace hlg

double hlg_oetf(double scene) {
    if (scene <= 1.0 / 12) return std::sqrt(3 * scene);
    return hlg::a * std::log(12 * scene - hlg::b) + hlg::c;
}

double hlg_inverse_oetf(double code) {
    if (code <= 0.5) return code * code / 3;
    return (std::exp((code - hlg::c) / hlg::a) + hlg::b) / 12;
}

double hlg_gamma(double peak) {
    if (peak >= 400 && peak <= 2000) return 1.2 + 0.42 * std::log10(peak / 1000);
    return 1.2 * std::pow(1.111, std::log2(peak / 1000));
}

Vec3 hlg_ootf(const Vec3& scene, double peak) {
    const double y = luminance(scene);
    const double gain = y > 0 ? peak * std::pow(y, hlg_gamma(peak) - 1) : 0;
    return {gain * scene[0], gain * scene[1], gain * scene[2]};
}

Vec3 hlg_inverse_ootf(const Vec3& display, double peak) {
    const double y = luminance(display) / peak, gamma = hlg_gamma(peak);
    const double gain = y > 0 ? std::pow(y, (1 - gamma) / gamma) / peak : 0;
    return {gain * display[0], gain * display[1], gain * display[2]};
}

namespace {

struct Bt1886 {
    double gain;
    double lift;
    Bt1886(double white, double black) {
        const double w = std::pow(white, 1 / 2.4), b = std::pow(black, 1 / 2.4);
        gain = std::pow(w - b, 2.4);
        lift = b / (w - b);
    }
};

}  // namespace

double bt1886_eotf(double code, double white, double black) {
    const Bt1886 display(white, black);
    return display.gain * std::pow(std::max(code + display.lift, 0.0), 2.4);
}

double bt1886_inverse_eotf(double luminance, double white, double black) {
    const Bt1886 display(white, black);
    return std::pow(luminance / display.gain, 1 / 2.4) - display.lift;
}

double srgb_encode(double linear) {
    return linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}

double srgb_decode(double code) {
    return code <= 0.04045 ? code / 12.92 : std::pow((code + 0.055) / 1.055, 2.4);
}

Mat3 rgb_to_xyz(const Primaries& p) {
    const auto z = [](Chromaticity c) { return 1 - c.x - c.y; };
    const Mat3 xyz{{{p.red.x, p.green.x, p.blue.x},
                    {p.red.y, p.green.y, p.blue.y},
                    {z(p.red), z(p.green), z(p.blue)}}};
    const Vec3 white{p.white.x / p.white.y, 1, z(p.white) / p.white.y};
    const Vec3 gain = product(inverse(xyz), white);
    return product(xyz, Mat3{{{gain[0], 0, 0}, {0, gain[1], 0}, {0, 0, gain[2]}}});
}

Mat3 convert_primaries(const Primaries& from, const Primaries& to) {
    return product(inverse(rgb_to_xyz(to)), rgb_to_xyz(from));
}

double luminance(const Vec3& rgb) { return 0.2627 * rgb[0] + 0.6780 * rgb[1] + 0.0593 * rgb[2]; }

Vec3 rgb_to_ycbcr(const Vec3& rgb, const LumaWeights& weights) {
    const double green = 1 - weights.red - weights.blue;
    const double y = weights.red * rgb[0] + green * rgb[1] + weights.blue * rgb[2];
    return {y, (rgb[2] - y) / (2 * (1 - weights.blue)), (rgb[0] - y) / (2 * (1 - weights.red))};
}

Vec3 ycbcr_to_rgb(const Vec3& ycbcr, const LumaWeights& weights) {
    const double red = ycbcr[0] + 2 * (1 - weights.red) * ycbcr[2];
    const double blue = ycbcr[0] + 2 * (1 - weights.blue) * ycbcr[1];
    const double green = 1 - weights.red - weights.blue;
    return {red, (ycbcr[0] - weights.red * red - weights.blue * blue) / green, blue};
}

double luma_to_code(double luma, int depth, bool full_range) {
    if (full_range) return luma * (std::exp2(depth) - 1);
    return (219 * luma + 16) * std::exp2(depth - 8);
}

double luma_from_code(double code, int depth, bool full_range) {
    if (full_range) return code / (std::exp2(depth) - 1);
    return (code / std::exp2(depth - 8) - 16) / 219;
}

double chroma_to_code(double chroma, int depth, bool full_range) {
    if (full_range) return chroma * (std::exp2(depth) - 1) + std::exp2(depth - 1);
    return (224 * chroma + 128) * std::exp2(depth - 8);
}

double chroma_from_code(double code, int depth, bool full_range) {
    if (full_range) return (code - std::exp2(depth - 1)) / (std::exp2(depth) - 1);
    return (code / std::exp2(depth - 8) - 128) / 224;
}

namespace {

constexpr double k = 4096;
constexpr Mat3 rgb_to_lms{
    {{1688 / k, 2146 / k, 262 / k}, {683 / k, 2951 / k, 462 / k}, {99 / k, 309 / k, 3688 / k}}};
constexpr Mat3 lms_to_ictcp{
    {{2048 / k, 2048 / k, 0}, {6610 / k, -13613 / k, 7003 / k}, {17933 / k, -17390 / k, -543 / k}}};

double cube(double x) { return x * x * x; }

}  // namespace

Vec3 rgb_to_ictcp(const Vec3& rgb) {
    return product(lms_to_ictcp, each(product(rgb_to_lms, rgb), pq_encode));
}

Vec3 ictcp_to_rgb(const Vec3& ictcp) {
    return product(inverse(rgb_to_lms), each(product(inverse(lms_to_ictcp), ictcp), pq_decode));
}

Vec3 xyz_to_oklab(const Vec3& xyz) {
    return product(oklab_m2, each(product(oklab_m1, xyz), std::cbrt));
}

Vec3 rgb_to_oklab(const Vec3& rgb) { return xyz_to_oklab(product(rgb_to_xyz(bt2020), rgb)); }

Vec3 oklab_to_rgb(const Vec3& lab) {
    const Vec3 lms = each(product(inverse(oklab_m2), lab), cube);
    return product(inverse(rgb_to_xyz(bt2020)), product(inverse(oklab_m1), lms));
}

}  // namespace tonelift::reference
