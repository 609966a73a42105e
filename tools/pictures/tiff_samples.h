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

// The layout of the samples in a file.
struct TiffLayout {
    uint32_t width = 0, height = 0;
    uint16_t bits = 1, channels = 1, kind = SAMPLEFORMAT_UINT, planes = PLANARCONFIG_CONTIG,
             photometric = PHOTOMETRIC_MINISBLACK, inks = INKSET_CMYK;
    std::optional<uint16_t> alpha;  // index of the alpha channel
    bool multiplied = false;        // whether colors are multiplied by alpha

    explicit TiffLayout(TIFF* tiff);

    // Returns whether there is a single color component.
    bool gray() const;
    // Returns whether the picture is CIE L*a*b* that read_lab_samples() reads.
    bool lab() const;
    // Returns the number of color channels that read_samples() reads directly: 1, 3, or 4 for CMYK.
    // Returns 0 for layouts that libtiff must convert.
    uint16_t colors() const;
    // Returns the layout of the picture in memory; gray with alpha becomes RGBA.
    const char* format() const;
};

// Reads the samples into a still of layout.format(). Throws Error (io) if the file called `name` is
// damaged.
Still read_samples(TIFF* tiff, const TiffLayout& layout, const std::string& name);

// Returns a note that says how many channels are not part of the picture.
std::string left_out_channels(size_t count);

// Reads rows of C M Y K bytes; 255 is full ink.
std::vector<uint8_t> read_ink_samples(TIFF* tiff, const TiffLayout& layout,
                                      const std::string& name);

// Reads rows of L*, a* and b* in the 16-bit encoding of ICC.1:2022 (6.3.4.2).
std::vector<uint16_t> read_lab_samples(TIFF* tiff, const TiffLayout& layout,
                                       const std::string& name);

// Throws Error (io) if a strip or tile has position 0 in the file, which means that it is missing.
// libtiff would read the header as its samples.
void check_places(TIFF* tiff, const std::string& name);

// Makes libtiff store its errors, and its warnings about ignored tags. libtiff keeps neither per
// file.
void keep_tiff_errors();
std::string last_tiff_error();
std::vector<std::string> ignored_tiff_tags();
[[noreturn]] void fail_to_read_tiff(const std::string& name);

}  // namespace tonelift
