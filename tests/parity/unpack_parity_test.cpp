// SPDX-License-Identifier: BSD-2-Clause
// Tests that reading codes of input formats agrees with the plain version, in every format and with
// every instruction set.
#include <gtest/gtest.h>
#include <hwy/aligned_allocator.h>

#include <cmath>
#include <cstring>
#include <random>
#include <span>

#include "kernels/unpack/unpack.h"
#include "tests/oracle/plain.h"
#include "tests/support/targets.h"
#include "tests/support/test_picture.h"

namespace tonelift::unpack_parity_test {
namespace {

struct Size {
    int width;
    int height;
};
constexpr Size sizes[] = {{1, 1}, {2, 2}, {17, 31}, {33, 7}, {1919, 5}};
constexpr Size even_sizes[] = {{2, 2}, {4, 2}, {18, 32}, {34, 6}, {1918, 4}};
constexpr Size sizes_of_fours[] = {{4, 4}, {8, 4}, {20, 32}, {68, 12}, {3836, 8}};
constexpr Pitch pitches[] = {Pitch::tight, Pitch::padded, Pitch::negative};
constexpr float canary = 12345.0f;

bool close(double plain, float fast) {
    if (std::isnan(plain)) return std::isnan(fast);
    if (std::isinf(plain)) return plain == fast;
    return std::abs(plain - fast) <= 2e-7 * std::max(1.0, std::abs(plain));
}

void unpack_by(int factor, const TestPicture& in, int component, int x, int y, int n, float* out) {
    if (factor == 1)
        unpack(in.picture(), in.planes(), component, x, y, n, out);
    else
        unpack_reduced(in.picture(), in.planes(), component, factor, x, y, n, out);
}

void expect_strip(int factor, const TestPicture& in, int component, int x, int y, int n,
                  float* out) {
    const int room = (n + 15) / 16 * 16;
    std::fill_n(out, room + 16, canary);
    unpack_by(factor, in, component, x, y, n, out);
    for (int i = 0; i < n; ++i) {
        const double plain =
            unpack_reduced_plain(in.picture(), in.planes(), component, factor, x + i, y);
        ASSERT_TRUE(close(plain, out[i])) << "component " << component << " at (" << x + i << ", "
                                          << y << "): expected " << plain << ", got " << out[i];
    }
    for (int i = room; i < room + 16; ++i) ASSERT_EQ(out[i], canary);
}

void expect_picture(int factor, const TestPicture& in, uint32_t seed) {
    std::mt19937 random(seed);
    const int width = in.picture().width / factor;
    auto out = hwy::AllocateAligned<float>(static_cast<size_t>(width) + 64);
    for (int y = 0; y < in.picture().height / factor; ++y) {
        for (int c = 0; c < 4; ++c) {
            expect_strip(factor, in, c, 0, y, width, out.get());
            const int x = static_cast<int>(random() % width);
            expect_strip(factor, in, c, x, y, 1 + static_cast<int>(random() % (width - x)),
                         out.get());
            if (testing::Test::HasFatalFailure()) return;
        }
    }
}

// Compares bits, because codes of floats can be NaN.
void expect_rows(const TestPicture& in, int component, int x, int y, int n, int rows) {
    const int room = (n + 15) / 16 * 16, pitch = room + 16;
    const auto floats = static_cast<size_t>(rows * pitch);
    auto together = hwy::AllocateAligned<float>(floats);
    auto single = hwy::AllocateAligned<float>(static_cast<size_t>(pitch));
    std::fill_n(together.get(), floats, canary);
    unpack_rows(in.picture(), in.planes(), component, x, y, n, rows, together.get(), pitch);
    for (int row = 0; row < rows; ++row) {
        const float* const of_row = together.get() + row * pitch;
        unpack(in.picture(), in.planes(), component, x, y + row, n, single.get());
        ASSERT_EQ(std::memcmp(of_row, single.get(), sizeof(float) * static_cast<size_t>(n)), 0)
            << "component " << component << ", " << n << " pixels from (" << x << ", " << y + row
            << "), row " << row << " of " << rows;
        for (int i = room; i < pitch; ++i) ASSERT_EQ(of_row[i], canary);
    }
}

void expect_all_rows(const TestPicture& in, uint32_t seed) {
    std::mt19937 random(seed);
    const auto below = [&](int limit) { return static_cast<int>(random() % limit); };
    const int width = in.picture().width, height = in.picture().height;
    for (int c = 0; c < 4; ++c) {
        expect_rows(in, c, 0, 0, width, height);
        for (int i = 0; i < 8; ++i) {
            const int x = below(width), y = below(height);
            expect_rows(in, c, x, y, 1 + below(width - x), 1 + below(height - y));
        }
        if (testing::Test::HasFatalFailure()) return;
    }
}

class UnpackParity : public testing::TestWithParam<const Format*> {
  protected:
    // Calls expect(picture, seed) for pictures of all given sizes and all chroma locations.
    template <typename Expect>
    static void for_pictures(std::span<const Size> of, bool legal, Expect expect) {
        const int locations = GetParam()->subsampled() ? 6 : 1;
        uint32_t seed = 1;
        for (const Size size : of) {
            for (int location = 1; location <= locations; ++location, ++seed) {
                const bool full = seed % 2;
                TestPicture in(Picture{GetParam(), size.width, size.height, full, location},
                               pitches[seed % 3]);
                legal ? in.fill_legal(seed) : in.fill_hostile(seed);
                SCOPED_TRACE(testing::Message()
                             << size.width << "x" << size.height << ", chroma location " << location
                             << ", seed " << seed);
                for_each_target([&] { expect(in, seed); });
                ASSERT_TRUE(in.padding_untouched());
                if (HasFailure()) return;
            }
        }
    }

    static void expect_sizes(int factor, std::span<const Size> of) {
        const Sample sample = GetParam()->sample;
        const bool has_illegal_codes = sample == Sample::U16 && !GetParam()->fills_words();
        const bool means_of_legal = has_illegal_codes || sample == Sample::F32;
        for_pictures(of, factor > 1 && means_of_legal, [&](const TestPicture& in, uint32_t seed) {
            expect_picture(factor, in, seed);
        });
    }
};

TEST_P(UnpackParity, FastEqualsPlain) { expect_sizes(1, sizes); }
TEST_P(UnpackParity, HalvedPictureEqualsPlain) { expect_sizes(2, even_sizes); }
TEST_P(UnpackParity, QuarteredPictureEqualsPlain) { expect_sizes(4, sizes_of_fours); }
TEST_P(UnpackParity, RowsTogetherEqualSingleRows) { for_pictures(sizes, false, expect_all_rows); }

std::string name_of(const testing::TestParamInfo<const Format*>& info) {
    return info.param->ffmpeg;
}
INSTANTIATE_TEST_SUITE_P(Formats, UnpackParity, testing::ValuesIn(all_formats()), name_of);

float unpacked(const TestPicture& in, int component, int x, int y, int factor = 1) {
    alignas(64) float out[16];
    unpack_by(factor, in, component, x, y, 1, out);
    return out[0];
}

// The nominal codes come from ITU-R BT.709-6, item 6.9, and ITU-R BT.2100-2, table 9.
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

TEST(Unpack, LimitedRangeAppliesToGrayAndRgbButNotToAlpha) {
    TestPicture gray(make_picture("gray10", 1, 1));
    gray.set_code(0, 0, 0, 940);
    EXPECT_FLOAT_EQ(unpacked(gray, 0, 0, 0), 1.0f);
    TestPicture rgba(make_picture("rgba", 1, 1));
    for (int c = 0; c < 4; ++c) rgba.set_code(c, 0, 0, c < 3 ? 235 : 255);
    for (int c = 0; c < 4; ++c) EXPECT_FLOAT_EQ(unpacked(rgba, c, 0, 0), 1.0f);
}

TEST(Unpack, MissingAlphaIsOpaqueAndMissingChromaNeutral) {
    TestPicture gray(make_picture("gray", 1, 1));
    EXPECT_EQ(unpacked(gray, 1, 0, 0), 0.0f);
    EXPECT_EQ(unpacked(gray, 2, 0, 0), 0.0f);
    EXPECT_EQ(unpacked(gray, 3, 0, 0), 1.0f);
}

constexpr double ramp_at(double x, double y) { return 4000 + 600 * x + 900 * y; }

TestPicture picture_of_ramps(const char* name, int location) {
    TestPicture in(make_picture(name, 40, 24, true, location));
    const ChromaOffset offset = chroma_offset(location);
    const bool across = in.format().chroma_w > 0, down = in.format().chroma_h > 0;
    for (int y = 0; y < in.height(1); ++y) {
        for (int x = 0; x < in.width(1); ++x)
            in.set_code(1, x, y,
                        ramp_at(across ? 2 * x + offset.x : x, down ? 2 * y + offset.y : y));
    }
    return in;
}

void expect_ramps(int factor, const char* name, int location) {
    const TestPicture in = picture_of_ramps(name, location);
    const double middle = 0.5 * (factor - 1);
    for (int y = 2; y < in.picture().height / factor - 2; ++y) {
        for (int x = 2; x < in.picture().width / factor - 2; ++x) {
            const double code = unpacked(in, 1, x, y, factor) * 65535 + 32768;
            ASSERT_NEAR(code, ramp_at(factor * x + middle, factor * y + middle), 0.02)
                << name << " location " << location << " at (" << x << ", " << y << ") of 1/"
                << factor;
        }
    }
}

TEST(Unpack, ChromaRampsKeepTheirPosition) {
    for (const char* name : {"yuv420p16", "p016", "yuv422p16", "yuv444p16"}) {
        for (int location = 1; location <= 6; ++location) {
            for (const int factor : {1, 2, 4}) expect_ramps(factor, name, location);
        }
    }
}

}  // namespace
}  // namespace tonelift::unpack_parity_test
