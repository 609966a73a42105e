// SPDX-License-Identifier: BSD-2-Clause
//
// Reads, edits and copies Exif, the metadata that cameras store in picture files.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tonelift {

struct Exif {
    bool valid = false;
    int orientation = 1;     // as stored, even if the number is not 1 to 8
    bool adobe_rgb = false;  // the Exif states Adobe RGB, the optional color space of DCF
};

// Returns the bytes from the byte order ("II" or "MM") on, without the prefix "Exif" that some
// files have.
std::span<const uint8_t> exif_content(std::span<const uint8_t> bytes);

// The span `exif` must start with the byte order ("II" or "MM").
Exif read_exif(std::span<const uint8_t> exif);

struct ExifPicture {
    int width, height;
    bool srgb;
};

// Returns a copy of the Exif that is edited for an upright picture of this size and color. The copy
// has no thumbnail. Returns an empty vector if the Exif is damaged.
std::vector<uint8_t> exif_for(std::span<const uint8_t> exif, const ExifPicture& picture);

// Returns an Exif with all fields of a TIFF that describe the photograph, except the maker note.
std::vector<uint8_t> exif_of_tiff(std::span<const uint8_t> file);

// Adds Exif (without the maker note), XMP and IPTC to a TIFF file in memory. Any of the spans can
// be empty.
void add_to_tiff(std::span<const uint8_t> exif, std::span<const uint8_t> xmp,
                 std::span<const uint8_t> iptc, std::vector<uint8_t>* file);

}  // namespace tonelift
