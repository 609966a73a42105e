// SPDX-License-Identifier: BSD-2-Clause
// Tests that the double-precision color functions of tests/oracle agree with numbers that the
// standards print.
#include "tests/oracle/color_reference.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tonelift::reference::color_reference_test {
namespace {

void expect_near(const Vec3& a, const Vec3& b, double tolerance, const char* what) {
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], tolerance) << what << " " << i;
}

void expect_near(const Mat3& a, const Mat3& b, double tolerance, const char* what) {
    for (std::size_t i = 0; i < 3; ++i) expect_near(a[i], b[i], tolerance, what);
}

TEST(Reference, PqHasThePublishedValues) {
    EXPECT_NEAR(pq_encode(0), 0, 1e-6);
    EXPECT_NEAR(pq_encode(100), 0.5081, 5e-5);
    EXPECT_NEAR(pq_encode(203), 0.5807, 5e-5);  // ITU-R BT.2408, table 1: white is 58 %
    EXPECT_NEAR(pq_encode(26), 0.38, 5e-3);     // ITU-R BT.2408, table 1: 18 % gray is 38 %
    EXPECT_NEAR(pq_encode(1000), 0.7518, 5e-5);
    EXPECT_NEAR(pq_encode(4000), 0.9026, 5e-5);
    EXPECT_EQ(pq_encode(10000), 1);
    EXPECT_EQ(pq_decode(0), 0);
    EXPECT_NEAR(pq_decode(0.5), 92.2457, 1e-4);
    EXPECT_NEAR(pq_decode(1), 10000, 1e-8);
}

TEST(Reference, HlgHasThePublishedValues) {
    EXPECT_NEAR(hlg_oetf(1.0 / 12), 0.5, 1e-12);
    EXPECT_NEAR(hlg_oetf(1), 1, 1e-7);
    // ITU-R BT.2408, table 1: on a display of 1000 cd/m2, 75 % of HLG is 203 cd/m2, and 38 % is 26
    // cd/m2.
    const auto shown = [](double code, double peak) {
        const double scene = hlg_inverse_oetf(code);
        return hlg_ootf({scene, scene, scene}, peak)[1];
    };
    EXPECT_NEAR(shown(0.75, 1000), 203, 0.5);
    EXPECT_NEAR(shown(0.38, 1000), 26, 0.5);
    EXPECT_NEAR(shown(1, 1000), 1000, 1e-3);
    EXPECT_NEAR(shown(1, 400), 400, 1e-3);
}

TEST(Reference, HlgGammaHasThePublishedValues) {
    EXPECT_DOUBLE_EQ(hlg_gamma(1000), 1.2);
    EXPECT_NEAR(hlg_gamma(400), 1.03, 5e-3);  // ITU-R BT.2390, table 2
    EXPECT_NEAR(hlg_gamma(2000), 1.33, 5e-3);
    EXPECT_NEAR(hlg_gamma(2001), hlg_gamma(2000), 0.01);
    EXPECT_NEAR(hlg_gamma(399), hlg_gamma(400), 0.02);
}

TEST(Reference, SdrTransfersHaveThePublishedValues) {
    EXPECT_NEAR(bt1886_eotf(0.5, 100, 0), 18.946, 1e-3);
    EXPECT_NEAR(bt1886_eotf(1, 100, 0.1), 100, 1e-9);
    EXPECT_NEAR(bt1886_eotf(0, 100, 0.1), 0.1, 1e-9);
    EXPECT_NEAR(srgb_decode(0.5), 0.21404, 1e-5);
    EXPECT_NEAR(srgb_encode(0.0031308), 0.04045, 1e-6);
    EXPECT_NEAR(srgb_encode(1), 1, 1e-12);
}

TEST(Reference, TransfersRoundTrip) {
    for (int i = 0; i <= 1000; ++i) {
        const double v = i / 1000.0;
        EXPECT_NEAR(pq_encode(pq_decode(v)), v, i == 0 ? 1e-6 : 1e-10);
        EXPECT_NEAR(hlg_oetf(hlg_inverse_oetf(v)), v, 1e-12);
        EXPECT_NEAR(srgb_encode(srgb_decode(v)), v, 1e-7);
        EXPECT_NEAR(bt1886_inverse_eotf(bt1886_eotf(v, 203, 0.1), 203, 0.1), v, 1e-12);
    }
    for (const double peak : {100.0, 400.0, 1000.0, 4000.0}) {
        const Vec3 scene{0.1, 0.6, 0.3};
        expect_near(hlg_inverse_ootf(hlg_ootf(scene, peak), peak), scene, 1e-12, "ootf");
    }
}

// The matrices are printed in SMPTE RP 177, IEC 61966-2-1, ITU-R BT.2020-2 and SMPTE EG 432-1.
TEST(Reference, PrimariesHaveThePublishedMatrices) {
    expect_near(rgb_to_xyz(bt709),
                {{{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}},
                2e-4, "BT.709");
    expect_near(rgb_to_xyz(bt2020),
                {{{0.6370, 0.1446, 0.1689}, {0.2627, 0.6780, 0.0593}, {0.0000, 0.0281, 1.0610}}},
                1e-4, "BT.2020");
    expect_near(rgb_to_xyz(p3_d65),
                {{{0.4866, 0.2657, 0.1982}, {0.2290, 0.6917, 0.0793}, {0.0000, 0.0451, 1.0439}}},
                1e-4, "P3");
    // The matrix from BT.709 to BT.2020 is printed in ITU-R BT.2087-0, table 3.
    expect_near(convert_primaries(bt709, bt2020),
                {{{0.6274, 0.3293, 0.0433}, {0.0691, 0.9195, 0.0114}, {0.0164, 0.0880, 0.8956}}},
                6e-5, "BT.709 to BT.2020");
    for (const Primaries& from : {bt709, bt2020, p3_d65, bt601_525, bt601_625}) {
        const Mat3 way = convert_primaries(from, bt2020);
        expect_near(product(way, Vec3{1, 1, 1}), Vec3{1, 1, 1}, 1e-12, "white");
    }
}

struct Bar {
    Vec3 rgb;
    LumaWeights weights;
    Vec3 codes;
};

TEST(Reference, ColorBarsHaveThePublishedCodes) {
    for (const Bar& bar :
         {Bar{{1, 0, 0}, luma_bt709, {63, 102, 240}}, Bar{{1, 1, 0}, luma_bt709, {219, 16, 138}},
          Bar{{0, 0, 1}, luma_bt709, {32, 240, 118}}, Bar{{1, 0, 0}, luma_bt601, {81, 90, 240}},
          Bar{{1, 1, 0}, luma_bt601, {210, 16, 146}},
          Bar{{1, 1, 1}, luma_bt2020, {235, 128, 128}}}) {
        const Vec3 ycbcr = rgb_to_ycbcr(bar.rgb, bar.weights);
        EXPECT_EQ(std::round(luma_to_code(ycbcr[0], 8, false)), bar.codes[0]);
        EXPECT_EQ(std::round(chroma_to_code(ycbcr[1], 8, false)), bar.codes[1]);
        EXPECT_EQ(std::round(chroma_to_code(ycbcr[2], 8, false)), bar.codes[2]);
        expect_near(ycbcr_to_rgb(ycbcr, bar.weights), bar.rgb, 1e-12, "back");
    }
}

// ITU-R BT.2100-2, table 9, states the codes of black, peak and achromatic chroma.
TEST(Reference, RangesHaveThePublishedCodes) {
    EXPECT_EQ(luma_to_code(0, 10, false), 64);
    EXPECT_EQ(luma_to_code(1, 10, false), 940);
    EXPECT_EQ(luma_to_code(1, 12, false), 3760);
    EXPECT_EQ(luma_to_code(1, 10, true), 1023);
    EXPECT_EQ(chroma_to_code(0, 10, false), 512);
    EXPECT_EQ(chroma_to_code(0.5, 10, false), 960);
    EXPECT_EQ(chroma_to_code(0, 12, true), 2048);
    for (const int depth : {8, 10, 12, 16}) {
        for (const bool full : {false, true}) {
            EXPECT_NEAR(luma_from_code(luma_to_code(0.3, depth, full), depth, full), 0.3, 1e-12);
            EXPECT_NEAR(chroma_from_code(chroma_to_code(-0.3, depth, full), depth, full), -0.3,
                        1e-12);
        }
    }
}

TEST(Reference, IctcpOfGrayIsItsPq) {
    for (const double y : {0.1, 1.0, 100.0, 203.0, 1000.0, 10000.0}) {
        expect_near(rgb_to_ictcp({y, y, y}), {pq_encode(y), 0, 0}, 1e-12, "gray");
    }
    const Vec3 rgb{400, 20, 90};
    expect_near(ictcp_to_rgb(rgb_to_ictcp(rgb)), rgb, 1e-8, "back");
}

// The values are printed in Ottosson 2020, "A perceptual color space for image processing".
TEST(Reference, OklabHasThePublishedValues) {
    expect_near(xyz_to_oklab({0.950, 1, 1.089}), {1, 0, 0}, 1e-3, "white");
    expect_near(xyz_to_oklab({1, 0, 0}), {0.450, 1.236, -0.019}, 1e-3, "X");
    expect_near(xyz_to_oklab({0, 1, 0}), {0.922, -0.671, 0.263}, 1e-3, "Y");
    expect_near(xyz_to_oklab({0, 0, 1}), {0.153, -1.415, -0.449}, 1e-3, "Z");
    expect_near(rgb_to_oklab({1, 1, 1}), {1, 0, 0}, 1e-3, "white of BT.2020");
    const Vec3 rgb{0.2, 0.7, 0.4};
    expect_near(oklab_to_rgb(rgb_to_oklab(rgb)), rgb, 1e-9, "back");
}

}  // namespace
}  // namespace tonelift::reference::color_reference_test
