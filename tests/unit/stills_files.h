// SPDX-License-Identifier: BSD-2-Clause
//
// Writes still pictures as other programs write them. They have chunks, profiles, boxes and
// attributes that the library does not write.
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

// Adobe RGB (1998) has a wider green than sRGB. Its gamma is 563/256.
constexpr constants::Primaries adobe_rgb = {
    {0.64, 0.33}, {0.21, 0.71}, {0.15, 0.06}, {0.3127, 0.3290}};
constexpr double adobe_gamma = 563 / 256.0;

// Return ICC profiles with these properties.
std::vector<uint8_t> rgb_profile(const constants::Primaries& primaries, double gamma);
std::vector<uint8_t> gray_profile(double gamma);
// Returns a profile for inks. L* is 100 times the share of light that the black ink leaves.
std::vector<uint8_t> cmyk_profile();

// A PNG chunk: its name and its bytes.
struct Chunk {
    std::string name;
    std::string bytes;
};
std::string written(const Chunk& chunk);
Chunk icc_chunk(const std::vector<uint8_t>& profile);
// Returns 32-bit numbers as bytes, the most significant byte first.
std::string big_endian(const std::vector<uint32_t>& numbers);

// Writes a PNG of 4x3 equal pixels. color_type: a number of PNG. pixel: the samples of a pixel.
void write_png(const std::string& file, int color_type, int bits,
               const std::vector<uint16_t>& pixel, const std::vector<Chunk>& chunks);

// Writes a picture in rgba as an 8-bit AVIF without loss.
void write_avif(const std::string& file, const Still& rgba, avifPixelFormat layout,
                const std::function<void(avifImage*)>& change);
// Writes an AVIF with several rgba pictures of one size. They are the cells of a grid, side by
// side, or a sequence.
void write_avif(const std::string& file, const std::vector<Still>& pictures, bool grid);
// Returns an rgba picture whose pixels are all equal.
Still flat(const std::array<uint8_t, 4>& pixel, int columns = 8, int rows = 6);

// Returns an Exif with an orientation. With `adobe`, it also states the color space Adobe RGB (R03
// of DCF).
std::string exif_of(int orientation, bool adobe = false);

}  // namespace tonelift
