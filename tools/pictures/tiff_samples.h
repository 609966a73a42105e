// SPDX-License-Identifier: BSD-2-Clause
//
// Reads the samples of TIFF files: in strips or tiles, interleaved or planar, with various bit
// depths.
#pragma once

#include <tiffio.h>

#include <optional>
#include <string>

#include "tools/pictures/still.h"

namespace tonelift {

struct TiffLayout {
    uint32_t width = 0, height = 0;
    uint16_t bits = 1, channels = 1, kind = SAMPLEFORMAT_UINT, planes = PLANARCONFIG_CONTIG,
             photometric = PHOTOMETRIC_MINISBLACK, inks = INKSET_CMYK;
    std::optional<uint16_t> alpha;
    bool premultiplied = false;  // colors are multiplied by alpha

    explicit TiffLayout(TIFF* tiff);

    bool gray() const;
    bool lab() const;
    // Returns the number of color components: 1 for gray, 3 for RGB, and 4 for CMYK. Returns 0 if
    // libtiff must convert the samples.
    uint16_t colors() const;
    // Returns the pixel format of the frame. Gray with alpha becomes RGBA.
    const char* format() const;
};

Still read_samples(TIFF* tiff, const TiffLayout& layout, const std::string& name);

// Adds a message about the channels after the first `used` ones, if there are any.
void note_left_out(const TiffLayout& layout, size_t used, Still* still);

// Returns C, M, Y and K bytes, where 255 is full ink.
std::vector<uint8_t> read_ink_samples(TIFF* tiff, const TiffLayout& layout,
                                      const std::string& name);

// Returns L*, a* and b* in the 16-bit encoding of ICC.1:2022 (6.3.4.2).
std::vector<uint16_t> read_lab_samples(TIFF* tiff, const TiffLayout& layout,
                                       const std::string& name);

// Throws Error (io) if a strip or tile is missing.
void check_places(TIFF* tiff, const std::string& name);

// Makes libtiff record its errors and its warnings about ignored tags.
void keep_tiff_errors();
std::string last_tiff_error();
std::vector<std::string> ignored_tiff_tags();
[[noreturn]] void fail_to_read_tiff(const std::string& name);

}  // namespace tonelift
