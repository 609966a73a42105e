// SPDX-License-Identifier: BSD-2-Clause
//
// JPEG files of several pictures: CIPA DC-007, multi-picture format.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tonelift {

// The pictures after the first picture, whose size is first_size: those in the table of the file,
// and the bytes after the first picture. Each has the size in the table, or ends with the file.
std::vector<std::span<const uint8_t>> other_jpegs(std::span<const uint8_t> file, size_t first_size);

// Whether the file has several pictures of one kind: of a panorama, or from several angles.
bool has_more_views(std::span<const uint8_t> file);

// The content of the marker with the table of two pictures, all numbers of the same length.
std::vector<uint8_t> table_of_jpegs(size_t first_size, size_t second_size, size_t place_of_table);

// The first picture, which has table_of_jpegs(0, 0, 0) as a marker, followed by the second.
std::vector<uint8_t> joined_jpegs(std::vector<uint8_t> first, std::span<const uint8_t> second);

// The XMP of a picture that is followed by a gain map of `bytes` bytes: Ultra HDR Image Format,
// version 1.0. xmp: the packet of the picture; empty for none.
std::string xmp_with_gain_map(const std::string& xmp, size_t bytes);

}  // namespace tonelift
