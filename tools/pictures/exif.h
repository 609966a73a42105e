// SPDX-License-Identifier: BSD-2-Clause
//
// Exif, the notes of cameras in files of pictures.
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

// Exif from the order of bytes ("II", "MM") on: without what some files have in front of it.
std::span<const uint8_t> exif_content(std::span<const uint8_t> bytes);

// The statements in Exif data, which starts with the byte order ("II", "MM").
Exif read_exif(std::span<const uint8_t> exif);

// Statements of a picture that its Exif repeats.
struct ExifPicture {
    int width, height;
    bool srgb;
};

// Exif of a picture that was made of another one: upright, with its size and color, without the
// thumbnail. All else stays at its place, since notes of cameras hold places. Empty for an Exif
// that is damaged.
std::vector<uint8_t> exif_for(std::span<const uint8_t> exif, const ExifPicture& picture);

// The Exif of a TIFF, whose tables are those of the file: what is said of the photograph and not of
// the samples. The note of the camera is left out: it holds places. Empty where nothing is said.
std::vector<uint8_t> exif_of_tiff(std::span<const uint8_t> file);

// Adds Exif to a TIFF in the same order of bytes, and XMP and IPTC; what is empty is left out, and
// so is the note of the camera. Does nothing to a file that is no TIFF.
void add_to_tiff(std::span<const uint8_t> exif, std::span<const uint8_t> xmp,
                 std::span<const uint8_t> iptc, std::vector<uint8_t>* file);

// Whether there is a note of the camera, which a TIFF cannot take.
bool has_maker_note(std::span<const uint8_t> exif);

}  // namespace tonelift
