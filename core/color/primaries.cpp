// SPDX-License-Identifier: BSD-2-Clause
#include "core/color/primaries.h"

#include <string>

#include "kernels/error.h"

namespace tonelift {
namespace {

struct Chromaticity {
    double x;
    double y;
};

struct Primaries {
    int number;
    Chromaticity red, green, blue, white;
};

constexpr Chromaticity d65{0.3127, 0.3290};
constexpr Chromaticity illuminant_c{0.310, 0.316};

// ITU-T H.273, table 2.
constexpr Primaries table[] = {
    {1, {0.640, 0.330}, {0.300, 0.600}, {0.150, 0.060}, d65},              // ITU-R BT.709
    {4, {0.670, 0.330}, {0.210, 0.710}, {0.140, 0.080}, illuminant_c},     // ITU-R BT.470 M
    {5, {0.640, 0.330}, {0.290, 0.600}, {0.150, 0.060}, d65},              // BT.601, 625 lines
    {6, {0.630, 0.340}, {0.310, 0.595}, {0.155, 0.070}, d65},              // BT.601, 525 lines
    {7, {0.630, 0.340}, {0.310, 0.595}, {0.155, 0.070}, d65},              // SMPTE ST 240
    {8, {0.681, 0.319}, {0.243, 0.692}, {0.145, 0.049}, illuminant_c},     // generic film
    {9, {0.708, 0.292}, {0.170, 0.797}, {0.131, 0.046}, d65},              // ITU-R BT.2020, BT.2100
    {11, {0.680, 0.320}, {0.265, 0.690}, {0.150, 0.060}, {0.314, 0.351}},  // SMPTE RP 431-2
    {12, {0.680, 0.320}, {0.265, 0.690}, {0.150, 0.060}, d65},             // SMPTE EG 432-1
    {22, {0.630, 0.340}, {0.295, 0.605}, {0.155, 0.077}, d65},             // EBU Tech 3213-E
};

const Primaries* find(int number) {
    for (const Primaries& primaries : table) {
        if (primaries.number == number) return &primaries;
    }
    return nullptr;
}

const Primaries& get(int number) {
    if (const Primaries* primaries = find(number)) return *primaries;
    throw Error(Failure::unsupported, "color primaries " + std::to_string(number) +
                                          " (ITU-T H.273, table 2) are not supported; "
                                          "set in_primaries to the nearest known ones");
}

Vector3 xyz(Chromaticity c) { return {c.x / c.y, 1.0, (1.0 - c.x - c.y) / c.y}; }

// Bradford adaptation of XYZ from one white to another (ICC.1:2022, annex E).
Matrix3 adapt_white(Chromaticity from, Chromaticity to) {
    constexpr Matrix3 cone{
        {{0.8951, 0.2664, -0.1614}, {-0.7502, 1.7135, 0.0367}, {0.0389, -0.0685, 1.0296}}};
    const Vector3 a = multiply(cone, xyz(from));
    const Vector3 b = multiply(cone, xyz(to));
    const Matrix3 scale{{{b[0] / a[0], 0, 0}, {0, b[1] / a[1], 0}, {0, 0, b[2] / a[2]}}};
    return multiply(inverse(cone), multiply(scale, cone));
}

}  // namespace

bool primaries_supported(int primaries) { return find(primaries) != nullptr; }

// SMPTE RP 177: the columns are the primaries' XYZ, scaled so that R = G = B = 1 is the white.
Matrix3 rgb_to_xyz(int primaries) {
    const Primaries& p = get(primaries);
    const Vector3 r = xyz(p.red), g = xyz(p.green), b = xyz(p.blue);
    const Matrix3 columns{{{r[0], g[0], b[0]}, {r[1], g[1], b[1]}, {r[2], g[2], b[2]}}};
    const Vector3 scale = multiply(inverse(columns), xyz(p.white));
    Matrix3 result = columns;
    for (Vector3& row : result) {
        for (std::size_t k = 0; k < 3; ++k) row[k] *= scale[k];
    }
    return result;
}

Matrix3 convert_primaries(int from, int to) {
    if (from == to) return {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const Matrix3 adapted = multiply(adapt_white(get(from).white, get(to).white), rgb_to_xyz(from));
    return multiply(inverse(rgb_to_xyz(to)), adapted);
}

}  // namespace tonelift
