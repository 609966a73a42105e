// SPDX-License-Identifier: BSD-2-Clause
//
// Exif: notes that cameras store in files of pictures.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tonelift {

struct Exif {
    bool valid = false;      // whether it can be read at all
    int orientation = 1;     // as stored, even if it is not 1 to 8
    bool adobe_rgb = false;  // whether the color is DCF's optional one, which is Adobe RGB
};

// The Exif data from the byte order ("II", "MM") on; some files have a prefix before it.
std::span<const uint8_t> exif_content(std::span<const uint8_t> bytes);

// The statements in Exif data, which starts with the byte order ("II", "MM").
Exif read_exif(std::span<const uint8_t> exif);

// Properties of a picture that its Exif repeats.
struct ExifPicture {
    int width, height;
    bool srgb;
};

// The Exif for a picture that was made from another one: upright, with the new size and color,
// without the thumbnail. Everything else keeps its position, because maker notes hold positions.
// Empty if the Exif is damaged.
std::vector<uint8_t> exif_for(std::span<const uint8_t> exif, const ExifPicture& picture);

// The Exif of a TIFF, whose tables are those of the file: the fields that describe the photograph,
// not the samples. The maker note is left out, because it holds positions. Empty if there are no
// such fields.
std::vector<uint8_t> exif_of_tiff(std::span<const uint8_t> file);

// Adds Exif to a TIFF of the same byte order, and XMP and IPTC. Empty data and the maker note are
// left out. Does nothing to a file that is not a TIFF.
void add_to_tiff(std::span<const uint8_t> exif, std::span<const uint8_t> xmp,
                 std::span<const uint8_t> iptc, std::vector<uint8_t>* file);

// Whether there is a maker note, which a TIFF cannot hold.
bool has_maker_note(std::span<const uint8_t> exif);

}  // namespace tonelift
