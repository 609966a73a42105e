// SPDX-License-Identifier: BSD-2-Clause
// Writes still pictures with chunks, profiles, boxes and attributes that the library itself does
// not write.
#pragma once

#include <avif/avif.h>
#include <lcms2.h>

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/color/primaries.h"
#include "tools/pictures/still.h"

namespace tonelift {

// Primaries and gamma of Adobe RGB (1998). Its green is more saturated than the green of sRGB.
constexpr constants::Primaries adobe_rgb = {
    {0.64, 0.33}, {0.21, 0.71}, {0.15, 0.06}, {0.3127, 0.3290}};
constexpr double adobe_gamma = 563 / 256.0;

std::vector<uint8_t> rgb_profile(const constants::Primaries& primaries, double gamma);
std::vector<uint8_t> gray_profile(double gamma);
std::vector<uint8_t> cmyk_profile();

struct Chunk {
    std::string name;
    std::string bytes;
};
std::string written(const Chunk& chunk);
Chunk icc_chunk(const std::vector<uint8_t>& profile);
std::string big_endian(const std::vector<uint32_t>& numbers);

void write_png(const std::string& file, int color_type, int bits,
               const std::vector<uint16_t>& pixel, const std::vector<Chunk>& chunks);

void write_avif(const std::string& file, const Still& rgba, avifPixelFormat layout,
                const std::function<void(avifImage*)>& change);
void write_avif(const std::string& file, const std::vector<Still>& pictures, bool grid);
Still flat(const std::array<uint8_t, 4>& pixel, int columns = 8, int rows = 6);

std::string exif_of(int orientation, bool adobe = false);

}  // namespace tonelift
