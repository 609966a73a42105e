// SPDX-License-Identifier: BSD-2-Clause
#include "core/color/primaries.h"

#include <cmath>
#include <string>

#include "kernels/error.h"
#include "kernels/math/constants.h"

namespace tonelift {
namespace {

using constants::Chromaticity;
using constants::d65;

struct Primaries {
    int code_point;
    constants::Primaries of;
};

constexpr Chromaticity illuminant_c{0.310, 0.316};

// The code points and coordinates come from ITU-T H.273, table 2.
constexpr Primaries known_primaries[] = {
    {1, constants::primaries_709},                                        // ITU-R BT.709
    {4, {{0.670, 0.330}, {0.210, 0.710}, {0.140, 0.080}, illuminant_c}},  // ITU-R BT.470 M
    {5, {{0.640, 0.330}, {0.290, 0.600}, {0.150, 0.060}, d65}},           // BT.601, 625 lines
    {6, {{0.630, 0.340}, {0.310, 0.595}, {0.155, 0.070}, d65}},           // BT.601, 525 lines
    {7, {{0.630, 0.340}, {0.310, 0.595}, {0.155, 0.070}, d65}},           // SMPTE ST 240
    {8, {{0.681, 0.319}, {0.243, 0.692}, {0.145, 0.049}, illuminant_c}},  // generic film
    {9, constants::primaries_2020},                                       // ITU-R BT.2020, BT.2100
    {11, {{0.680, 0.320}, {0.265, 0.690}, {0.150, 0.060}, {0.314, 0.351}}},  // SMPTE RP 431-2
    {12, {{0.680, 0.320}, {0.265, 0.690}, {0.150, 0.060}, d65}},             // SMPTE EG 432-1
    {22, {{0.630, 0.340}, {0.295, 0.605}, {0.155, 0.077}, d65}},             // EBU Tech 3213-E
};

const Primaries* find(int code_point) {
    for (const Primaries& primaries : known_primaries) {
        if (primaries.code_point == code_point) return &primaries;
    }
    return nullptr;
}

Vector3 xyz(const Chromaticity& c) { return {c.xyz(0), c.xyz(1), c.xyz(2)}; }

// Returns the matrix that adapts XYZ from the white `from` to the white `to` (Bradford transform;
// ICC.1:2022, annex E).
Matrix3 adapt_white(Chromaticity from, Chromaticity to) {
    constexpr Matrix3 cone{
        {{0.8951, 0.2664, -0.1614}, {-0.7502, 1.7135, 0.0367}, {0.0389, -0.0685, 1.0296}}};
    const Vector3 a = multiply(cone, xyz(from)), b = multiply(cone, xyz(to));
    const Matrix3 scale{{{b[0] / a[0], 0, 0}, {0, b[1] / a[1], 0}, {0, 0, b[2] / a[2]}}};
    return multiply(inverse(cone), multiply(scale, cone));
}

bool near(const Chromaticity& a, const Chromaticity& b) {
    return std::abs(a.x - b.x) < 0.002 && std::abs(a.y - b.y) < 0.002;
}

bool near(const constants::Primaries& a, const constants::Primaries& b) {
    return near(a.red, b.red) && near(a.green, b.green) && near(a.blue, b.blue) &&
           near(a.white, b.white);
}

}  // namespace

Vector3 multiply(const Matrix3& a, const Vector3& v) {
    Vector3 product{};
    for (size_t row = 0; row < 3; ++row) {
        for (size_t k = 0; k < 3; ++k) product[row] += a[row][k] * v[k];
    }
    return product;
}

bool primaries_supported(int primaries) { return find(primaries) != nullptr; }

const constants::Primaries& chromaticities(int code_point) {
    if (const Primaries* primaries = find(code_point)) return primaries->of;
    throw Error(Failure::unsupported, "color primaries " + std::to_string(code_point) +
                                          " (ITU-T H.273, table 2) are not supported; "
                                          "set in_primaries to the nearest known ones");
}

int primaries_code_point(const constants::Primaries& of) {
    for (const Primaries& known : known_primaries) {
        if (near(known.of, of)) return known.code_point;
    }
    return 2;
}

Matrix3 rgb_to_xyz(int primaries) { return constants::rgb_to_xyz(chromaticities(primaries)); }

Matrix3 convert_primaries(int from, int to) {
    if (from == to) return {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    return convert_primaries(chromaticities(from), to);
}

Matrix3 oklab_cones_to_rgb() { return constants::oklab_lms_inverse; }

Matrix3 convert_primaries(const constants::Primaries& from, int to) {
    const Matrix3 adapted =
        multiply(adapt_white(from.white, chromaticities(to).white), constants::rgb_to_xyz(from));
    return multiply(inverse(rgb_to_xyz(to)), adapted);
}

}  // namespace tonelift
