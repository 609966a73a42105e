// SPDX-License-Identifier: BSD-2-Clause
//
// Reads, edits and copies Exif, the metadata that cameras store in pictures.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tonelift {

struct Exif {
    bool valid = false;      // whether the Exif is readable
    int orientation = 1;     // the stored number, even if it is not 1 to 8
    bool adobe_rgb = false;  // whether the Exif states DCF's optional color space, Adobe RGB
};

// Removes a prefix that some files have before the byte order ("II", "MM").
std::span<const uint8_t> exif_content(std::span<const uint8_t> bytes);

// Reads Exif data, which starts with the byte order ("II", "MM").
Exif read_exif(std::span<const uint8_t> exif);

// Properties of a picture that its Exif repeats.
struct ExifPicture {
    int width, height;
    bool srgb;
};

// Returns the Exif for an upright picture of another size and color that was made from the picture
// of `exif`. The thumbnail is removed. All other data keeps its position, because maker notes
// contain offsets. The result is empty if the Exif is damaged.
std::vector<uint8_t> exif_for(std::span<const uint8_t> exif, const ExifPicture& picture);

// Extracts Exif from the tables of a TIFF. Only the fields that describe the photograph are taken,
// not those that describe the samples. The maker note is left out, because it contains offsets. The
// result is empty if the file has no such fields.
std::vector<uint8_t> exif_of_tiff(std::span<const uint8_t> file);

// Adds Exif, XMP and IPTC to a TIFF with the byte order of the Exif. Empty data and the maker note
// are left out. A file that is not a TIFF stays unchanged.
void add_to_tiff(std::span<const uint8_t> exif, std::span<const uint8_t> xmp,
                 std::span<const uint8_t> iptc, std::vector<uint8_t>* file);

// Returns whether the Exif has a maker note, which a TIFF cannot hold.
bool has_maker_note(std::span<const uint8_t> exif);

}  // namespace tonelift
