// SPDX-License-Identifier: BSD-2-Clause
// Tests that writing codes of output formats agrees with the plain version, in every format and
// with every instruction set.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "kernels/code_range.h"
#include "kernels/pack/pack.h"
#include "kernels/unpack/unpack.h"
#include "tests/oracle/plain.h"
#include "tests/support/targets.h"
#include "tests/support/test_picture.h"

namespace tonelift::pack_parity_test {
namespace {

struct Size {
    int width;
    int height;
};
constexpr Size sizes[] = {{1, 1}, {2, 2}, {17, 31}, {33, 7}, {1919, 5}};
constexpr Pitch pitches[] = {Pitch::tight, Pitch::padded, Pitch::negative};

class Numbers {
  public:
    explicit Numbers(const Picture& picture) : picture_(picture) {
        for (auto& plane : plane_)
            plane.resize(static_cast<size_t>(picture.width) * picture.height);
    }

    float& at(int component, int x, int y) {
        return plane_[component][static_cast<size_t>(y) * picture_.width + x];
    }

    void fill(uint32_t seed, bool hostile) {
        using Limits = std::numeric_limits<float>;
        const float special[] = {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity(),
                                 1e30f};
        std::mt19937 random(seed);
        std::uniform_real_distribution<float> usual(-0.6f, 1.1f);
        for (auto& plane : plane_) {
            for (float& number : plane) {
                number = hostile && random() % 8 == 0 ? special[random() % 4] : usual(random);
            }
        }
    }

    PackBlock block(int y, int rows) const {
        PackBlock block{{}, picture_.width, y, rows};
        for (int c = 0; c < 4; ++c) {
            if (picture_.format->components[c].plane < 0) continue;
            block.component[c] = plane_[c].data() + static_cast<size_t>(y) * picture_.width;
        }
        return block;
    }

  private:
    Picture picture_;
    std::vector<float> plane_[4];
};

void pack_whole(const Numbers& numbers, Dither dither, const TestPicture& out) {
    std::vector<float> scratch(pack_scratch(out.picture()));
    pack(out.picture(), dither, numbers.block(0, out.picture().height), out.planes(),
         scratch.data());
}

void pack_in_blocks(Numbers& numbers, Dither dither, int rows, const TestPicture& out) {
    const Picture& picture = out.picture();
    const PackHalo halo = pack_halo(picture);
    std::vector<float> scratch(pack_scratch(picture));
    for (int y = 0; y < picture.height; y += rows) {
        const int now = std::min(rows, picture.height - y);
        const int from = std::max(y - halo.above, 0);
        const int to = std::min(y + now + halo.below, picture.height);
        PackBlock block{{}, picture.width, y, now};
        std::vector<float> part[4];
        for (int c = 0; c < 4; ++c) {
            if (picture.format->components[c].plane < 0) continue;
            part[c].assign(&numbers.at(c, 0, from), &numbers.at(c, 0, to - 1) + picture.width);
            block.component[c] = part[c].data() + static_cast<ptrdiff_t>(y - from) * picture.width;
        }
        pack(picture, dither, block, out.planes(), scratch.data());
    }
}

void expect_codes(const Numbers& numbers, Dither dither, const TestPicture& out) {
    const Picture& picture = out.picture();
    const Format& format = out.format();
    const PackBlock block = numbers.block(0, picture.height);
    const double slack = 4e-7 * std::ldexp(1.0, format.depth);
    for (int c = 0; c < 4; ++c) {
        const CodeRange range = code_range(picture, c);
        for (int y = 0; y < out.height(c); ++y) {
            for (int x = 0; x < out.width(c); ++x) {
                const double plain = pack_code_plain(picture, block, c, x, y);
                const double code = out.code(c, x, y);
                if (format.sample == Sample::F32) {
                    ASSERT_EQ(code, plain);
                    continue;
                }
                const double noise = dither_offset(dither_of(format, dither), c, x, y);
                const double aim = std::clamp<double>(plain + noise, range.lowest, range.highest);
                ASSERT_LE(std::abs(code - aim), 0.5 + slack)
                    << "component " << c << " at (" << x << ", " << y << "): " << aim
                    << " written as " << code;
                ASSERT_GE(code, range.lowest);
                ASSERT_LE(code, range.highest);
            }
        }
    }
}

void expect_shift_bits_zero(const TestPicture& out) {
    if (out.format().shift == 0) return;
    const FramePlanes planes = out.planes();
    for (int x = 0; x < out.width(0); ++x) {
        const auto low = static_cast<unsigned>(planes.data[0][2 * x]);
        ASSERT_EQ(low & ((1u << out.format().shift) - 1), 0u);
    }
}

class PackParity : public testing::TestWithParam<const Format*> {};

TEST_P(PackParity, FastEqualsPlainForWholePicturesAndBlocks) {
    const int locations = GetParam()->subsampled() ? 6 : 1;
    uint32_t seed = 1;
    for (const Size size : sizes) {
        for (int location = 1; location <= locations; ++location, ++seed) {
            const Picture picture{GetParam(), size.width, size.height, seed % 2 == 0, location};
            const auto dither = static_cast<Dither>(seed % 3);
            Numbers numbers(picture);
            numbers.fill(seed, seed % 4 < 2);
            SCOPED_TRACE(testing::Message()
                         << size.width << "x" << size.height << ", chroma location " << location
                         << ", seed " << seed);
            for_each_target([&] {
                const TestPicture whole(picture, pitches[seed % 3]);
                pack_whole(numbers, dither, whole);
                expect_codes(numbers, dither, whole);
                expect_shift_bits_zero(whole);
                EXPECT_TRUE(whole.padding_untouched());
                const TestPicture blocks(picture, pitches[seed / 3 % 3]);
                pack_in_blocks(numbers, dither, 2 + 2 * static_cast<int>(seed % 3), blocks);
                EXPECT_TRUE(equal(whole, blocks));
                EXPECT_TRUE(blocks.padding_untouched());
            });
            if (HasFailure()) return;
        }
    }
}

Numbers unpack_whole(const TestPicture& in) {
    const Picture& picture = in.picture();
    Numbers numbers(picture);
    std::vector<float> row(picture.width + 16);
    for (int y = 0; y < picture.height; ++y) {
        for (int c = 0; c < 4; ++c) {
            unpack(picture, in.planes(), c, 0, y, picture.width, row.data());
            std::copy_n(row.data(), picture.width, &numbers.at(c, 0, y));
        }
    }
    return numbers;
}

void fill_all_codes(TestPicture& picture) {
    for (int c = 0; c < 4; ++c) {
        const CodeRange range = code_range(picture.picture(), c);
        for (int y = 0; y < picture.height(c); ++y) {
            for (int x = 0; x < picture.width(c); ++x) {
                const double code = y * picture.width(c) + x;
                picture.set_code(c, x, y, std::clamp<double>(code, range.lowest, range.highest));
            }
        }
    }
}

TEST_P(PackParity, InvertsUnpacking) {
    for (const bool full : {false, true}) {
        const int codes = 1 << std::min(GetParam()->depth, 16);
        TestPicture in(Picture{GetParam(), 256, codes / 256, full, 1}, Pitch::padded);
        if (GetParam()->sample == Sample::F32) {
            in.fill_legal(1);
        } else {
            fill_all_codes(in);
        }
        // Subsampled chroma is filtered when it is unpacked and when it is packed, so only constant
        // chroma stays unchanged.
        for (int c = 1; c < 3 && GetParam()->subsampled(); ++c) in.fill_constant(c, codes / 3 + c);
        for_each_target([&] {
            const TestPicture out(in.picture());
            pack_whole(unpack_whole(in), Dither::none, out);
            EXPECT_TRUE(equal(in, out)) << (full ? "full" : "limited") << " range";
        });
    }
}

TEST(PackWords, UnusedBitsAreZero) {
    for (const int width : {1, 2, 5, 6, 13, 130}) {
        const Picture picture = make_picture("v210", width, 1);
        Numbers numbers(picture);
        numbers.fill(1, false);
        for_each_target([&] {
            TestPicture out(picture);
            pack_whole(numbers, Dither::none, out);
            for (int c = 0; c < 3; ++c) out.fill_constant(c, 0);
            if (width % 2 == 1) out.set_code(0, width, 0, 0);
            const std::byte* row = out.planes().data[0];
            EXPECT_TRUE(std::all_of(row, row + out.format().row_bytes(0, width), [](std::byte b) {
                return b == std::byte{0};
            })) << width;
        });
    }
}

class PackSubsampled : public testing::TestWithParam<const Format*> {};

TEST_P(PackSubsampled, ConstantChromaSurvivesAtEveryLocation) {
    for (int location = 1; location <= 6; ++location) {
        for (const int eighth : {1, 3, 4, 5, 7}) {
            TestPicture in(Picture{GetParam(), 37, 9, false, location});
            in.fill_legal(1);
            const int code = eighth * (1 << GetParam()->depth) / 8;
            for (int c = 1; c < 3; ++c) in.fill_constant(c, code + c);
            for_each_target([&] {
                const TestPicture out(in.picture());
                pack_whole(unpack_whole(in), Dither::none, out);
                EXPECT_TRUE(equal(in, out)) << "location " << location << ", code " << code;
            });
        }
    }
}

// The widths include odd ones, multiples of all vectors, and widths below a vector.
TEST_P(PackSubsampled, FastEqualsPlainAtEveryWidth) {
    for (int width = 1; width <= 66; ++width) {
        for (const int location : {1, 2}) {
            const Picture picture{GetParam(), width, 3, false, location};
            Numbers numbers(picture);
            numbers.fill(static_cast<uint32_t>(width), false);
            SCOPED_TRACE(testing::Message() << "width " << width << ", location " << location);
            for_each_target([&] {
                const TestPicture out(picture);
                pack_whole(numbers, Dither::blue, out);
                expect_codes(numbers, Dither::blue, out);
                EXPECT_TRUE(out.padding_untouched());
            });
            if (HasFailure()) return;
        }
    }
}

std::vector<const Format*> subsampled_formats() {
    std::vector<const Format*> formats = all_formats();
    std::erase_if(formats, [](const Format* format) { return !format->subsampled(); });
    return formats;
}

std::string name_of(const testing::TestParamInfo<const Format*>& info) {
    return info.param->ffmpeg;
}
INSTANTIATE_TEST_SUITE_P(Formats, PackParity, testing::ValuesIn(all_formats()), name_of);
INSTANTIATE_TEST_SUITE_P(Formats, PackSubsampled, testing::ValuesIn(subsampled_formats()), name_of);

TEST(Pack, ChromaRampsKeepTheirPosition) {
    constexpr float slope_x = 0.011f;
    constexpr float slope_y = 0.017f;
    for (const char* name : {"yuv420p16", "p016", "yuv422p16"}) {
        for (int location = 1; location <= 6; ++location) {
            const TestPicture out(make_picture(name, 40, 24, true, location));
            Numbers numbers(out.picture());
            for (int y = 0; y < 24; ++y) {
                for (int x = 0; x < 40; ++x) {
                    numbers.at(1, x, y) = slope_x * static_cast<float>(x) - 0.45f;
                    numbers.at(2, x, y) = slope_y * static_cast<float>(y) - 0.45f;
                }
            }
            pack_whole(numbers, Dither::none, out);
            const ChromaOffset offset = chroma_offset(location);
            for (int y = 1; y + 1 < out.height(1); ++y) {
                for (int x = 1; x + 1 < out.width(1); ++x) {
                    const double column = 2 * x + offset.x;
                    const double row = out.format().chroma_h ? 2 * y + offset.y : y;
                    SCOPED_TRACE(testing::Message() << name << " location " << location);
                    ASSERT_NEAR(out.code(1, x, y), 32768 + 65535 * (slope_x * column - 0.45), 0.6);
                    ASSERT_NEAR(out.code(2, x, y), 32768 + 65535 * (slope_y * row - 0.45), 0.6);
                }
            }
        }
    }
}

TEST(Pack, WritesNanAsBlackAndNeutralAndClampsTheRest) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const TestPicture out(make_picture("yuv444p10", 3, 1));
    Numbers numbers(out.picture());
    for (int c = 0; c < 3; ++c) {
        numbers.at(c, 0, 0) = nan;
        numbers.at(c, 1, 0) = -infinity;
        numbers.at(c, 2, 0) = 1e30f;
    }
    pack_whole(numbers, Dither::blue, out);
    EXPECT_EQ(out.code(0, 0, 0), 64);
    EXPECT_EQ(out.code(1, 0, 0), 512);
    for (int c = 0; c < 3; ++c) {
        EXPECT_EQ(out.code(c, 1, 0), 4);
        EXPECT_EQ(out.code(c, 2, 0), 1019);
    }
}

TEST(Pack, FillsTheUnusedByteOfAPixel) {
    Numbers numbers(make_picture("bgr0", 19, 1));
    numbers.fill(1, true);
    for_each_target([&] {
        const TestPicture out(make_picture("bgr0", 19, 1));
        pack_whole(numbers, Dither::blue, out);
        for (int x = 0; x < 19; ++x) EXPECT_EQ(out.planes().data[0][4 * x + 3], std::byte{255});
    });
}

TEST(Pack, ExactAnd12BitCodesAreNotDithered) {
    TestPicture in(make_picture("p010", 64, 64));
    in.fill_legal(3);
    for (int c = 1; c < 3; ++c) in.fill_constant(c, 600);
    const TestPicture out(in.picture());
    pack_whole(unpack_whole(in), Dither::ordered, out);
    EXPECT_TRUE(equal(in, out));
    const TestPicture plain(make_picture("yuv444p12", 64, 4));
    const TestPicture dithered(plain.picture());
    Numbers numbers(plain.picture());
    numbers.fill(4, false);
    pack_whole(numbers, Dither::none, plain);
    pack_whole(numbers, Dither::blue, dithered);
    EXPECT_TRUE(equal(plain, dithered));
}

}  // namespace
}  // namespace tonelift::pack_parity_test
