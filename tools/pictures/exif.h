// SPDX-License-Identifier: BSD-2-Clause
//
// Reads, edits and copies Exif, the metadata that cameras store in pictures.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tonelift {

struct Exif {
    bool valid = false;
    int orientation = 1;     // the stored number, even if it is not 1 to 8
    bool adobe_rgb = false;  // the Exif states Adobe RGB, DCF's optional color space
};

// Removes a prefix that some files have before the byte order ("II", "MM").
std::span<const uint8_t> exif_content(std::span<const uint8_t> bytes);

// `exif` starts with the byte order ("II" or "MM").
Exif read_exif(std::span<const uint8_t> exif);

struct ExifPicture {
    int width, height;
    bool srgb;
};

// Returns the Exif for an upright picture of another size and color, without the thumbnail.
std::vector<uint8_t> exif_for(std::span<const uint8_t> exif, const ExifPicture& picture);

// Returns the fields of a TIFF that describe the photograph, without the maker note.
std::vector<uint8_t> exif_of_tiff(std::span<const uint8_t> file);

// Adds the metadata to a TIFF file, without the maker note. Any of the spans may be empty.
void add_to_tiff(std::span<const uint8_t> exif, std::span<const uint8_t> xmp,
                 std::span<const uint8_t> iptc, std::vector<uint8_t>* file);

}  // namespace tonelift
