// SPDX-License-Identifier: BSD-2-Clause
//
// Unpacking of every format on every instruction set against its plain definition.
#include <gtest/gtest.h>
#include <hwy/aligned_allocator.h>

#include <cmath>
#include <random>
#include <vector>

#include "kernels/code_range.h"
#include "kernels/unpack/unpack.h"
#include "tests/reference/plain.h"
#include "tests/support/targets.h"
#include "tests/support/test_picture.h"

namespace tonelift {
namespace {

struct Size {
    int width;
    int height;
};
constexpr Size sizes[] = {{1, 1}, {2, 2}, {17, 31}, {33, 7}, {1919, 5}};
constexpr Pitch pitches[] = {Pitch::tight, Pitch::padded, Pitch::negative};
constexpr float canary = 12345.0f;

// The tolerance of an exact difference of codes and a product with a rounded factor.
bool close(double plain, float fast) {
    if (std::isnan(plain)) return std::isnan(fast);
    if (std::isinf(plain)) return plain == fast;
    return std::abs(plain - fast) <= 2e-7 * std::max(1.0, std::abs(plain));
}

// Checks pixels [x, x + n) of row y, and that nothing beyond the room for them is written.
void expect_strip(const TestPicture& in, int component, int x, int y, int n, float* out) {
    const int room = (n + 15) / 16 * 16;
    std::fill_n(out, room + 16, canary);
    unpack(in.picture(), in.planes(), component, x, y, n, out);
    for (int i = 0; i < n; ++i) {
        const double plain = unpack_sample_plain(in.picture(), in.planes(), component, x + i, y);
        ASSERT_TRUE(close(plain, out[i])) << "component " << component << " at (" << x + i << ", "
                                          << y << "): expected " << plain << ", got " << out[i];
    }
    for (int i = room; i < room + 16; ++i) ASSERT_EQ(out[i], canary);
}

void expect_picture(const TestPicture& in, uint32_t seed) {
    std::mt19937 random(seed);
    auto out = hwy::AllocateAligned<float>(in.picture().width + 64);
    const int width = in.picture().width;
    for (int y = 0; y < in.picture().height; ++y) {
        for (int c = 0; c < 4; ++c) {
            expect_strip(in, c, 0, y, width, out.get());
            const int x = static_cast<int>(random() % width);
            expect_strip(in, c, x, y, 1 + static_cast<int>(random() % (width - x)), out.get());
            if (testing::Test::HasFatalFailure()) return;
        }
    }
}

class UnpackParity : public testing::TestWithParam<const Format*> {};

TEST_P(UnpackParity, FastEqualsPlain) {
    const int locations = GetParam()->subsampled() ? 6 : 1;
    uint32_t seed = 1;
    for (const Size size : sizes) {
        for (int location = 1; location <= locations; ++location, ++seed) {
            const bool full = seed % 2;
            TestPicture in(Picture{GetParam(), size.width, size.height, full, location},
                           pitches[seed % 3]);
            in.fill_hostile(seed);
            SCOPED_TRACE(testing::Message()
                         << size.width << "x" << size.height << ", chroma location " << location
                         << ", seed " << seed);
            for_each_target([&] { expect_picture(in, seed); });
            ASSERT_TRUE(in.padding_untouched());
            if (HasFailure()) return;
        }
    }
}

std::string name_of(const testing::TestParamInfo<const Format*>& info) {
    return info.param->ffmpeg;
}
INSTANTIATE_TEST_SUITE_P(Formats, UnpackParity, testing::ValuesIn(all_formats()), name_of);

float unpacked(const TestPicture& in, int component, int x, int y) {
    alignas(64) float out[16];
    unpack(in.picture(), in.planes(), component, x, y, 1, out);
    return out[0];
}

// ITU-R BT.709-6 item 6.9, BT.2100-2 table 9.
TEST(Unpack, MapsTheNominalCodesOfLimitedRange) {
    for (const char* name : {"yuv444p", "yuv444p10", "yuv444p12", "yuv444p16"}) {
        TestPicture in(make_picture(name, 1, 1));
        const int unit = 1 << (in.format().depth - 8);
        for (const auto& [code, number] : {std::pair{16, 0.0f}, {235, 1.0f}}) {
            in.set_code(0, 0, 0, code * unit);
            EXPECT_FLOAT_EQ(unpacked(in, 0, 0, 0), number) << name;
        }
        for (const auto& [code, number] : {std::pair{16, -0.5f}, {128, 0.0f}, {240, 0.5f}}) {
            in.set_code(1, 0, 0, code * unit);
            EXPECT_FLOAT_EQ(unpacked(in, 1, 0, 0), number) << name;
        }
    }
}

TEST(Unpack, MapsTheNominalCodesOfFullRange) {
    for (const char* name : {"yuv444p", "yuv444p10", "yuv444p12", "yuv444p16"}) {
        TestPicture in(make_picture(name, 1, 1, true));
        const int last = (1 << in.format().depth) - 1;
        in.set_code(0, 0, 0, last);
        in.set_code(1, 0, 0, (last + 1) / 2);
        in.set_code(2, 0, 0, (last + 1) / 2 + 1);
        EXPECT_FLOAT_EQ(unpacked(in, 0, 0, 0), 1.0f) << name;
        EXPECT_EQ(unpacked(in, 1, 0, 0), 0.0f) << name;
        EXPECT_FLOAT_EQ(unpacked(in, 2, 0, 0), 1.0f / static_cast<float>(last)) << name;
    }
}

TEST(Unpack, LimitedRangeHoldsForGrayAndRgbButNotForAlpha) {
    TestPicture gray(make_picture("gray10", 1, 1));
    gray.set_code(0, 0, 0, 940);
    EXPECT_FLOAT_EQ(unpacked(gray, 0, 0, 0), 1.0f);
    TestPicture rgba(make_picture("rgba", 1, 1));
    for (int c = 0; c < 4; ++c) rgba.set_code(c, 0, 0, c < 3 ? 235 : 255);
    for (int c = 0; c < 4; ++c) EXPECT_FLOAT_EQ(unpacked(rgba, c, 0, 0), 1.0f);
}

TEST(Unpack, GivesOpaqueAlphaAndNeutralChromaWhereThereIsNone) {
    TestPicture gray(make_picture("gray", 1, 1));
    EXPECT_EQ(unpacked(gray, 1, 0, 0), 0.0f);
    EXPECT_EQ(unpacked(gray, 2, 0, 0), 0.0f);
    EXPECT_EQ(unpacked(gray, 3, 0, 0), 1.0f);
}

// Chroma samples that are a ramp over their own positions must give the same ramp at the luma
// positions.
TEST(Unpack, ChromaRampsStayInPlace) {
    constexpr int width = 40;
    constexpr int height = 24;
    constexpr double slope_x = 600;
    constexpr double slope_y = 900;
    for (const char* name : {"yuv420p16", "p016", "yuv422p16"}) {
        for (int location = 1; location <= 6; ++location) {
            TestPicture in(make_picture(name, width, height, true, location));
            const ChromaOffset offset = chroma_offset(location);
            const bool rows_halved = in.format().chroma_h;
            for (int y = 0; y < in.height(1); ++y) {
                for (int x = 0; x < in.width(1); ++x) {
                    const double row = rows_halved ? 2 * y + offset.y : y;
                    in.set_code(1, x, y, 4000 + slope_x * (2 * x + offset.x) + slope_y * row);
                }
            }
            for (int y = 2; y < height - 2; ++y) {
                for (int x = 2; x < width - 2; ++x) {
                    const double code = unpacked(in, 1, x, y) * 65535 + 32768;
                    ASSERT_NEAR(code, 4000 + slope_x * x + slope_y * y, 0.02)
                        << name << " location " << location << " at (" << x << ", " << y << ")";
                }
            }
        }
    }
}

}  // namespace
}  // namespace tonelift
