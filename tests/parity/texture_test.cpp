// SPDX-License-Identifier: BSD-2-Clause
// Tests that compressed texture blocks are equal with all instruction sets.
#include "kernels/texture/texture.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "tests/oracle/plain_blocks.h"
#include "tests/support/targets.h"

namespace tonelift::texture_test {
namespace {

constexpr BlockFormat all_formats[] = {BlockFormat::bc1, BlockFormat::bc3, BlockFormat::bc3_ycocg,
                                       BlockFormat::bc4};
constexpr BlockQuality all_qualities[] = {BlockQuality::fast, BlockQuality::normal,
                                          BlockQuality::best};

struct Image {
    Image(int w, int h) : width(w), height(h), bytes(static_cast<size_t>(4 * w * h)) {}
    uint8_t& at(int x, int y, int channel) {
        return bytes[static_cast<size_t>(4 * (y * width + x) + channel)];
    }
    RgbaPicture picture() const { return {bytes.data(), 4 * width, width, height}; }
    int width, height;
    std::vector<uint8_t> bytes;
};

Image mixed_picture(int width, int height, unsigned seed) {
    Image image(width, height);
    std::mt19937 random(seed);
    std::uniform_int_distribution<int> level(0, 255);
    for (int by = 0; by < height; by += 4) {
        for (int bx = 0; bx < width; bx += 4) {
            const int kind = level(random) % 5;
            int from[4], to[4];
            for (int k = 0; k < 4; ++k) {
                from[k] = kind == 4 ? 0 : level(random);
                to[k] = kind == 2 ? from[k] : level(random);
            }
            for (int y = by; y < std::min(by + 4, height); ++y) {
                for (int x = bx; x < std::min(bx + 4, width); ++x) {
                    const int along = kind == 1 ? (x + y) % 7 > 2 ? 6 : 0 : x - bx + y - by;
                    for (int k = 0; k < 4; ++k) {
                        const int noise = kind == 3 ? level(random) % 64 - 32 : 0;
                        const int value = from[k] + (to[k] - from[k]) * along / 6 + noise;
                        image.at(x, y, k) = static_cast<uint8_t>(std::clamp(value, 0, 255));
                    }
                }
            }
        }
    }
    return image;
}

std::vector<std::byte> compress(const Image& image, BlockFormat format, BlockQuality quality,
                                bool opaque = true) {
    const int row = blocks_of(image.width) * block_bytes(format);
    std::vector<std::byte> blocks(static_cast<size_t>(row * blocks_of(image.height)));
    const InstructionSet set;
    for (int y = 0; y < blocks_of(image.height); ++y)
        compress_row(format, quality, image.picture(), y, blocks.data() + y * row, set, opaque);
    return blocks;
}

RgbaBlock block_at(Image& image, int bx, int by) {
    RgbaBlock block;
    for (int i = 0; i < 16; ++i) {
        const int x = std::min(4 * bx + i % 4, image.width - 1);
        const int y = std::min(4 * by + i / 4, image.height - 1);
        for (int k = 0; k < 4; ++k)
            block[static_cast<size_t>(i)][static_cast<size_t>(k)] = image.at(x, y, k);
    }
    return block;
}

void expect_plain(Image& image, BlockFormat format, BlockQuality quality, bool opaque) {
    std::vector<std::byte> plain;
    for (int by = 0; by < blocks_of(image.height); ++by) {
        for (int bx = 0; bx < blocks_of(image.width); ++bx) {
            const auto block = compress_plain(format, quality, block_at(image, bx, by), opaque);
            plain.insert(plain.end(), block.begin(), block.begin() + block_bytes(format));
        }
    }
    for_each_target([&] { EXPECT_EQ(compress(image, format, quality, opaque), plain); });
}

TEST(Texture, EqualsPlainFloatsOnEveryInstructionSet) {
    Image image = mixed_picture(4 * 37 - 1, 4 * 6 - 3, 1);
    for (const BlockFormat format : all_formats) {
        for (const BlockQuality quality : all_qualities) expect_plain(image, format, quality, true);
    }
    expect_plain(image, BlockFormat::bc1, BlockQuality::best, false);
}

int blocks_with_holes(const std::vector<std::byte>& blocks) {
    int count = 0;
    for (size_t at = 0; at < blocks.size(); at += 8) {
        uint16_t end[2];
        uint32_t numbers;
        std::memcpy(end, &blocks[at], sizeof end);
        std::memcpy(&numbers, &blocks[at + 4], sizeof numbers);
        const bool three = (numbers & numbers >> 1 & 0x55555555) != 0;
        count += end[0] <= end[1] && three;
    }
    return count;
}

TEST(Texture, BlackIsStoredAsTransparentOnlyForOpaquePicturesAtBestQuality) {
    const Image image = mixed_picture(256, 128, 2);
    for (const BlockQuality quality : all_qualities) {
        const auto holes = blocks_with_holes(compress(image, BlockFormat::bc1, quality));
        EXPECT_EQ(holes > 0, quality == BlockQuality::best);
        EXPECT_EQ(blocks_with_holes(compress(image, BlockFormat::bc1, quality, false)), 0);
    }
}

int squared(int error) { return error * error; }

int least_error(int level, int channel, int of_first) {
    const int top = channel == 1 ? 63 : 31;
    const auto wide = [&](int code) { return std::lround(255.0 * code / top); };
    int least = 255;
    for (int a = 0; a <= top; ++a) {
        for (int b = 0; b <= top; ++b) {
            const auto between = static_cast<int>((of_first * wide(a) + wide(b)) / (of_first + 1));
            least = std::min(least, std::abs(between - level));
        }
    }
    return least;
}

int least_square(const Rgba& color, bool has_middle) {
    int thirds = 0, middle = 0;
    for (size_t k = 0; k < 3; ++k) {
        thirds += squared(least_error(color[k], static_cast<int>(k), 2));
        middle += squared(least_error(color[k], static_cast<int>(k), 1));
    }
    return has_middle ? std::min(thirds, middle) : thirds;
}

TEST(Texture, LargestChromaErrorIsSmall) {
    Image image(4 * 256, 8);
    for (int x = 0; x < image.width; ++x) {
        for (int y = 0; y < image.height; ++y) {
            image.at(x, y, 0) = y < 4 ? 255 : 0;
            image.at(x, y, 1) = y < 4 ? static_cast<uint8_t>(x / 4) : 255;
        }
    }
    for (const BlockQuality quality : all_qualities) {
        const auto blocks = compress(image, BlockFormat::bc3_ycocg, quality);
        for (int block = 0; block < 512; ++block) {
            const RgbaBlock pixels =
                decode_block(BlockFormat::bc3_ycocg, blocks.data() + 16 * block);
            for (int k = 0; k < 3; ++k) {
                const int level = image.at(block % 256 * 4, block / 256 * 4, k);
                for (const Rgba& pixel : pixels)
                    EXPECT_NEAR(pixel[static_cast<size_t>(k)], level, 6) << block << ", " << k;
            }
        }
    }
}

TEST(Texture, SolidColorIsAsExactAsTheFormatAllows) {
    Image image(4 * 256, 4);
    for (int x = 0; x < image.width; ++x) {
        for (int y = 0; y < 4; ++y) {
            for (int k = 0; k < 4; ++k)
                image.at(x, y, k) = static_cast<uint8_t>((x / 4 * (2 * k + 1)) % 256);
        }
    }
    for (const BlockQuality quality : all_qualities) {
        for (const BlockFormat format : {BlockFormat::bc1, BlockFormat::bc3}) {
            const bool has_middle = format == BlockFormat::bc1 && quality != BlockQuality::fast;
            const auto blocks = compress(image, format, quality);
            for (int block = 0; block < 256; ++block) {
                const RgbaBlock pixels =
                    decode_block(format, blocks.data() + block * block_bytes(format));
                const Rgba color = block_at(image, block, 0)[0];
                const int least = least_square(color, has_middle);
                for (const Rgba& pixel : pixels) {
                    int square = 0;
                    for (size_t k = 0; k < 3; ++k) square += squared(pixel[k] - color[k]);
                    EXPECT_LE(square, least) << "block " << block;
                }
                if (format == BlockFormat::bc3) {
                    EXPECT_EQ(pixels[0][3], image.at(4 * block, 0, 3));
                }
            }
        }
    }
}

double mean_square(Image& image, BlockFormat format, BlockQuality quality, int first, int count) {
    const auto blocks = compress(image, format, quality);
    double sum = 0;
    for (int by = 0; by < blocks_of(image.height); ++by) {
        for (int bx = 0; bx < blocks_of(image.width); ++bx) {
            const RgbaBlock source = block_at(image, bx, by);
            const int number = by * blocks_of(image.width) + bx;
            const RgbaBlock made =
                decode_block(format, blocks.data() + number * block_bytes(format));
            for (size_t i = 0; i < 16; ++i) {
                for (int k = first; k < first + count; ++k) {
                    const auto channel = static_cast<size_t>(k);
                    sum += std::pow(made[i][channel] - source[i][channel], 2);
                }
            }
        }
    }
    return sum / (16.0 * count * blocks_of(image.width) * blocks_of(image.height));
}

TEST(Texture, BlackWithTwoColorsIsExact) {
    Image image(4, 4);
    for (int i = 0; i < 16; ++i) {
        const int levels[3][3] = {{0, 0, 0}, {255, 0, 132}, {0, 255, 66}};
        for (int k = 0; k < 3; ++k)
            image.at(i % 4, i / 4, k) = static_cast<uint8_t>(levels[i % 3][k]);
    }
    EXPECT_EQ(mean_square(image, BlockFormat::bc1, BlockQuality::best, 0, 3), 0);
}

TEST(Texture, HigherQualityLowersTheError) {
    Image image = mixed_picture(256, 128, 2);
    for (const BlockFormat format : all_formats) {
        const bool alpha = format == BlockFormat::bc4;
        double before = 1e9;
        for (const BlockQuality quality : all_qualities) {
            const double error = mean_square(image, format, quality, alpha ? 3 : 0, alpha ? 1 : 3);
            EXPECT_LT(error, before);
            before = error;
        }
    }
}

TEST(Texture, FastIsNearlyAsGoodAsTheBest) {
    Image image = mixed_picture(256, 128, 2);
    const double least = mean_square(image, BlockFormat::bc1, BlockQuality::best, 0, 3);
    EXPECT_LT(mean_square(image, BlockFormat::bc1, BlockQuality::fast, 0, 3), 1.05 * least);
}

TEST(Texture, GradientErrorIsSmall) {
    Image image(256, 64);
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) {
            const int levels[4] = {x, 255 - x / 2, 40 + y, (x + y) % 256};
            for (int k = 0; k < 4; ++k) image.at(x, y, k) = static_cast<uint8_t>(levels[k]);
        }
    }
    EXPECT_LT(mean_square(image, BlockFormat::bc1, BlockQuality::fast, 0, 3), 2.7);
    EXPECT_LT(mean_square(image, BlockFormat::bc1, BlockQuality::normal, 0, 3), 1.2);
    EXPECT_LT(mean_square(image, BlockFormat::bc3_ycocg, BlockQuality::normal, 0, 3), 1.2);
    EXPECT_LT(mean_square(image, BlockFormat::bc3, BlockQuality::normal, 3, 1), 0.8);
}

TEST(Texture, SlowGradientErrorIsSmall) {
    Image image(256, 256);
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) {
            const int levels[3] = {90 + (x + 2 * y) / 8, 140 + (x + y) / 6, 230 - y / 9};
            for (int k = 0; k < 3; ++k) image.at(x, y, k) = static_cast<uint8_t>(levels[k]);
        }
    }
    for (const BlockQuality quality : all_qualities) {
        EXPECT_LT(mean_square(image, BlockFormat::bc1, quality, 0, 3), 0.5);
        EXPECT_LT(mean_square(image, BlockFormat::bc3_ycocg, quality, 0, 3), 0.6);
    }
}

}  // namespace
}  // namespace tonelift::texture_test
