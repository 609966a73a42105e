// SPDX-License-Identifier: BSD-2-Clause
// Color functions in double precision, written from the standards. Tests compare the library with
// them. Luminance is in cd/m2 unless stated otherwise.
#pragma once

#include <array>

namespace tonelift::reference {

using Vec3 = std::array<double, 3>;
using Mat3 = std::array<Vec3, 3>;

Mat3 product(const Mat3& a, const Mat3& b);
Vec3 product(const Mat3& a, const Vec3& v);
Mat3 inverse(const Mat3& a);

// Convert between luminance in cd/m2 and PQ code in [0, 1] (SMPTE ST 2084).
double pq_encode(double luminance);
double pq_decode(double code);

// Convert between scene light and HLG code, both in [0, 1] (ITU-R BT.2100-2, table 5).
double hlg_oetf(double scene);
double hlg_inverse_oetf(double code);
// Returns the system gamma of HLG for a display's nominal peak in cd/m2 (ITU-R BT.2100-2, note 5f,
// and ITU-R BT.2390).
double hlg_gamma(double peak);
Vec3 hlg_ootf(const Vec3& scene, double peak);
Vec3 hlg_inverse_ootf(const Vec3& display, double peak);

// Convert between a code in [0, 1] and the luminance of an SDR screen in cd/m2 (ITU-R BT.1886,
// annex 1).
double bt1886_eotf(double code, double white, double black);
double bt1886_inverse_eotf(double luminance, double white, double black);

// Convert between linear light and sRGB code, both in [0, 1] (IEC 61966-2-1).
double srgb_encode(double linear);
double srgb_decode(double code);

struct Chromaticity {
    double x;
    double y;
};
struct Primaries {
    Chromaticity red, green, blue, white;
};
// These CIE x and y coordinates are from ITU-R BT.709-6, ITU-R BT.2020-2 (table 3), SMPTE EG 432-1
// (P3) and ITU-R BT.601-7.
constexpr Chromaticity d65{0.3127, 0.3290};
constexpr Primaries bt709{{0.640, 0.330}, {0.300, 0.600}, {0.150, 0.060}, d65};
constexpr Primaries bt2020{{0.708, 0.292}, {0.170, 0.797}, {0.131, 0.046}, d65};
constexpr Primaries p3_d65{{0.680, 0.320}, {0.265, 0.690}, {0.150, 0.060}, d65};
constexpr Primaries bt601_525{{0.630, 0.340}, {0.310, 0.595}, {0.155, 0.070}, d65};
constexpr Primaries bt601_625{{0.640, 0.330}, {0.290, 0.600}, {0.150, 0.060}, d65};

// Returns the matrix from linear RGB to CIE XYZ (SMPTE RP 177).
Mat3 rgb_to_xyz(const Primaries& primaries);
Mat3 convert_primaries(const Primaries& from, const Primaries& to);

double luminance(const Vec3& rgb);

// Weights Kr of red and Kb of blue in luma.
struct LumaWeights {
    double red;
    double blue;
};
constexpr LumaWeights luma_bt601{0.299, 0.114};
constexpr LumaWeights luma_bt709{0.2126, 0.0722};
constexpr LumaWeights luma_bt2020{0.2627, 0.0593};

Vec3 rgb_to_ycbcr(const Vec3& rgb, const LumaWeights& weights);
Vec3 ycbcr_to_rgb(const Vec3& ycbcr, const LumaWeights& weights);

// Convert between signal values and codes of `depth` bits (ITU-R BT.2100-2, table 9). Codes are not
// rounded.
double luma_to_code(double luma, int depth, bool full_range);
double luma_from_code(double code, int depth, bool full_range);
double chroma_to_code(double chroma, int depth, bool full_range);
double chroma_from_code(double code, int depth, bool full_range);

// Convert between linear BT.2020 and ICtCp with PQ (ITU-R BT.2100-2, table 7).
Vec3 rgb_to_ictcp(const Vec3& rgb);
Vec3 ictcp_to_rgb(const Vec3& ictcp);

constexpr Mat3 oklab_m1{{{0.8189330101, 0.3618667424, -0.1288597137},
                         {0.0329845436, 0.9293118715, 0.0361456387},
                         {0.0482003018, 0.2643662691, 0.6338517070}}};
constexpr Mat3 oklab_m2{{{0.2104542553, 0.7936177850, -0.0040720468},
                         {1.9779984951, -2.4285922050, 0.4505937099},
                         {0.0259040371, 0.7827717662, -0.8086757660}}};
Vec3 xyz_to_oklab(const Vec3& xyz);
Vec3 rgb_to_oklab(const Vec3& rgb);
Vec3 oklab_to_rgb(const Vec3& lab);

}  // namespace tonelift::reference
