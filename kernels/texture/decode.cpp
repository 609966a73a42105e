// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/texture/decode.h"

#include <algorithm>
#include <cstring>

#include "kernels/texture/single_color.h"

namespace tonelift {
namespace {

uint64_t bits_at(const std::byte* from) {
    uint64_t bits;
    std::memcpy(&bits, from, sizeof bits);
    return bits;
}

std::array<int, 3> color_of(uint64_t code) {
    const int r = code >> 11 & 31, g = code >> 5 & 63, b = code & 31;
    return {level_of_code(r, 5), level_of_code(g, 6), level_of_code(b, 5)};
}

void decode_color(uint64_t bits, bool only_thirds, RgbaBlock& pixels) {
    const uint64_t first = bits & 0xFFFF, second = bits >> 16 & 0xFFFF;
    const auto a = color_of(first), b = color_of(second);
    for (int i = 0; i < 16; ++i) {
        const int number = bits >> (32 + 2 * i) & 3;
        for (size_t k = 0; k < 3; ++k) {
            const int inner[4] = {
                a[k], b[k],
                first > second || only_thirds ? (2 * a[k] + b[k]) / 3 : (a[k] + b[k]) / 2,
                first > second || only_thirds ? (a[k] + 2 * b[k]) / 3 : 0};
            pixels[static_cast<size_t>(i)][k] = static_cast<uint8_t>(inner[number]);
        }
        pixels[static_cast<size_t>(i)][3] = 255;
    }
}

void decode_alpha(uint64_t bits, RgbaBlock& pixels) {
    const int a = bits & 255, b = bits >> 8 & 255;
    for (int i = 0; i < 16; ++i) {
        const int number = bits >> (16 + 3 * i) & 7;
        const int step = number - 1;
        int level = number == 0 ? a : b;
        if (number > 1 && a > b) level = ((7 - step) * a + step * b) / 7;
        if (number > 1 && a <= b)
            level = number == 6 ? 0 : number == 7 ? 255 : ((5 - step) * a + step * b) / 5;
        pixels[static_cast<size_t>(i)][3] = static_cast<uint8_t>(level);
    }
}

uint8_t limited(int level) { return static_cast<uint8_t>(std::clamp(level, 0, 255)); }

Rgba from_ycocg(const Rgba& pixel) {
    const int scale = (pixel[2] >> 3) + 1, y = pixel[3];
    const int orange = (pixel[0] - 128) / scale, green = (pixel[1] - 128) / scale;
    return {limited(y + orange - green), limited(y + green), limited(y - orange - green), 255};
}

}  // namespace

RgbaBlock decode_block(BlockFormat format, const std::byte* block) {
    RgbaBlock pixels{};
    if (format == BlockFormat::bc1) {
        decode_color(bits_at(block), false, pixels);
        return pixels;
    }
    if (format != BlockFormat::bc4) decode_color(bits_at(block + 8), true, pixels);
    decode_alpha(bits_at(block), pixels);
    if (format == BlockFormat::bc3_ycocg)
        std::transform(pixels.begin(), pixels.end(), pixels.begin(), from_ycocg);
    return pixels;
}

}  // namespace tonelift
