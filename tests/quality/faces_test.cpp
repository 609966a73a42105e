// SPDX-License-Identifier: BSD-2-Clause
// Tests that the preset portrait neither strengthens wrinkles nor shifts the hue of skin.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "tests/quality/charts.h"
#include "tests/quality/mapping.h"
#include "tests/quality/report.h"
#include "tests/quality/still.h"

namespace quality::faces_test {
namespace {

constexpr int block = 8;
constexpr double least_skin = 0.01;

struct Picture {
    int width;
    int height;
    std::vector<Color> codes;

    double luma(int x, int y) const {
        const auto clamped_x = static_cast<size_t>(std::clamp(x, 0, width - 1));
        const auto clamped_y = static_cast<size_t>(std::clamp(y, 0, height - 1));
        const Color& c = codes[clamped_y * static_cast<size_t>(width) + clamped_x];
        return 255 * (0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]);
    }
};

Picture codes_of(const Light& light) {
    Picture out{light.width, light.height, {}};
    for (const Color& c : light.pixels) out.codes.push_back(bt1886_codes(c));
    return out;
}

// Returns whether a color lies in the range of Cb and Cr that Chai and Ngan 1999 define for skin
// ("Face segmentation using skin-color map in videophone applications").
bool in_chroma_box(const Color& c) {
    const double y = 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
    const double cb = 128 + 224 * (c[2] - y) / 1.8556, cr = 128 + 224 * (c[0] - y) / 1.5748;
    return cb >= 77 && cb <= 127 && cr >= 133 && cr <= 173 && y > 0.12 && y < 0.97;
}

bool in_hue_range(const Color& c) {
    const auto [low, high] = std::minmax_element(c.begin(), c.end());
    const double saturation = (*high - *low) / std::max(*high, 1e-6);
    const double hue = std::atan2(std::sqrt(3.0) * (c[1] - c[2]), 2 * c[0] - c[1] - c[2]);
    return saturation > 0.23 && saturation < 0.68 && hue >= 0 && hue <= 0.873;
}

bool is_skin(const Color& c) { return in_chroma_box(c) && in_hue_range(c); }

enum class Kind { mixed, skin, other };

Kind kind_of(const Picture& picture, int left, int top) {
    int skin = 0, maybe = 0;
    for (int i = 0; i < block * block; ++i) {
        const size_t at =
            static_cast<size_t>(top + i / block) * static_cast<size_t>(picture.width) +
            static_cast<size_t>(left + i % block);
        skin += is_skin(picture.codes[at]);
        maybe += in_chroma_box(picture.codes[at]);
    }
    return skin == block * block ? Kind::skin : maybe == 0 ? Kind::other : Kind::mixed;
}

double local_mean(const Picture& picture, int x, int y, int radius) {
    double sum = 0;
    for (int dy = -radius; dy <= radius; ++dy)
        for (int dx = -radius; dx <= radius; ++dx) sum += picture.luma(x + dx, y + dy);
    return sum / ((2 * radius + 1) * (2 * radius + 1));
}

double wrinkles(const Picture& picture, int left, int top) {
    const int wide = std::max(2, picture.width / 160);
    double energy = 0;
    for (int i = 0; i < block * block; i += 5) {
        const int x = left + i % block, y = top + i / block;
        energy += std::pow(picture.luma(x, y) - local_mean(picture, x, y, wide), 2);
    }
    return energy;
}

double deviation(const Picture& picture, int left, int top) {
    double sum = 0, squares = 0;
    for (int i = 0; i < block * block; ++i) {
        const double luma = picture.luma(left + i % block, top + i / block);
        sum += luma;
        squares += luma * luma;
    }
    const double mean = sum / (block * block);
    return std::sqrt(std::max(0.0, squares / (block * block) - mean * mean));
}

Color mean_light(const Picture& picture, int left, int top) {
    Color sum{};
    for (int i = 0; i < block * block; ++i) {
        const size_t at =
            static_cast<size_t>(top + i / block) * static_cast<size_t>(picture.width) +
            static_cast<size_t>(left + i % block);
        const Color light = bt1886_light(picture.codes[at]);
        for (size_t c = 0; c < 3; ++c) sum[c] += light[c] / (block * block);
    }
    return sum;
}

struct Figures {
    double skin_share = 0;
    double wrinkle_gain = 0;
    double contrast_gain = 0;
    double hue = 0;
};

Figures figures_of(const Picture& before, const Picture& after) {
    double wrinkles_before = 0, wrinkles_after = 0, contrast_before = 0, contrast_after = 0;
    double hue = 0;
    int skin = 0, blocks = 0;
    for (int top = 0; top + block <= before.height; top += block)
        for (int left = 0; left + block <= before.width; left += block, ++blocks) {
            const Kind kind = kind_of(before, left, top);
            if (kind == Kind::other) {
                contrast_before += deviation(before, left, top);
                contrast_after += deviation(after, left, top);
            } else if (kind == Kind::skin) {
                ++skin;
                wrinkles_before += wrinkles(before, left, top);
                wrinkles_after += wrinkles(after, left, top);
                hue += hue_difference(mean_light(before, left, top), mean_light(after, left, top));
            }
        }
    return {static_cast<double>(skin) / std::max(blocks, 1), wrinkles_after / wrinkles_before,
            contrast_after / contrast_before, hue / std::max(skin, 1)};
}

Figures portrayed(const std::string& path) {
    const Light in = read_photograph(path);
    if (in.pixels.empty()) return {};
    const Output out = map(in, {.options = "preset=portrait", .sdr = true});
    return figures_of(codes_of(in), {out.width, out.height, out.codes});
}

TEST(Faces, SyntheticFacesReachTheTargets) {
    if (!can_read_stills()) GTEST_SKIP() << "no ffmpeg program to read pictures with";
    const Figures figures = portrayed(MEDIA_FOLDER "/portrait_16bit.png");
    ASSERT_GT(figures.skin_share, least_skin);
    judge("wrinkle energy on skin, portrait : source, drawn faces", figures.wrinkle_gain, "x",
          Bar::at_most(1));
    judge("local contrast outside of skin, portrait : source, drawn faces", figures.contrast_gain,
          "x", Bar::at_least(1.2));
    judge("hue shift of skin, portrait, drawn faces, mean", figures.hue, "degrees",
          Bar::at_most(2));
}

Light foliage() {
    constexpr int width = 320, height = 240;
    Light out = chart(width, height, 20);
    const Field field = field_of(height);
    for (int y = field.top; y < field.bottom; ++y)
        for (int x = 0; x < width; ++x) {
            const double leaves = 0.3 * gaussian(4, x, y, 0) + 0.5 * gaussian(5, x / 4, y / 4, 0) +
                                  0.4 * gaussian(6, x / 12, y / 12, 0);
            out.at(x, y) = srgb_color(95, 125, 45, 15 * stops(leaves));
        }
    return out;
}

double contrast_of_field(const Output& out) {
    const Picture picture{out.width, out.height, out.codes};
    const Field field = field_of(out.height);
    double sum = 0;
    for (int top = field.top; top + block <= field.bottom; top += block)
        for (int left = 0; left + block <= out.width; left += block)
            sum += deviation(picture, left, top);
    return sum;
}

TEST(Faces, PortraitAddsNoContrastToFoliage) {
    for (const bool sdr : {false, true}) {
        const auto contrast = [&](const char* preset) {
            return contrast_of_field(map(foliage(), {.options = preset, .sdr = sdr}));
        };
        judge(
            std::string("local contrast of foliage, portrait : natural, ") + (sdr ? "SDR" : "HDR"),
            contrast("preset=portrait") / contrast("preset=natural"), "x", Bar::at_most(1.05));
    }
}

TEST(Faces, PhotographsOfTheMediaFolderReachTheTargets) {
    const char* folder = std::getenv("TONELIFT_MEDIA");
    if (!folder) GTEST_SKIP() << "TONELIFT_MEDIA names no folder of photographs";
    if (!can_read_stills()) GTEST_SKIP() << "no ffmpeg program to read pictures with";
    Figures worst{};
    double contrast = 0;
    int faces = 0;
    for (const std::string& path : files_in(folder, {".png", ".jpg"})) {
        const Figures figures = portrayed(path);
        if (figures.skin_share < least_skin) continue;
        const std::string name = std::filesystem::path(path).stem().string();
        tell("wrinkle energy on skin, " + name, figures.wrinkle_gain, "x");
        tell("local contrast outside of skin, " + name, figures.contrast_gain, "x");
        tell("hue shift of skin, " + name, figures.hue, "degrees");
        ++faces;
        worst.wrinkle_gain = std::max(worst.wrinkle_gain, figures.wrinkle_gain);
        contrast += figures.contrast_gain;
        worst.hue = std::max(worst.hue, figures.hue);
    }
    if (faces == 0) GTEST_SKIP() << "no face in " << folder;
    judge("wrinkle energy on skin, folder given, worst", worst.wrinkle_gain, "x",
          Bar::at_most(1).missed_at(100));
    judge("local contrast outside of skin, folder given, mean", contrast / faces, "x",
          Bar::at_least(1.2).missed_at(0));
    judge("hue shift of skin, folder given, worst mean", worst.hue, "degrees",
          Bar::at_most(2).missed_at(180));
}

}  // namespace
}  // namespace quality::faces_test
