// SPDX-License-Identifier: BSD-2-Clause
//
// Splits and joins JPEG files that contain several pictures, in the multi-picture format (CIPA
// DC-007).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tonelift {

struct OtherJpeg {
    std::span<const uint8_t> bytes;
    bool listed;  // in the table of pictures; else, the bytes only begin like a JPEG
};

// Returns all pictures in the file except the first one, which has `first_size` bytes.
std::vector<OtherJpeg> other_jpegs(std::span<const uint8_t> file, size_t first_size);

// Returns whether the file has several pictures of equal rank, such as parts of a panorama.
bool has_more_views(std::span<const uint8_t> file);

// Returns the payload of the MPF marker segment, whose table lists both pictures. `place_of_table`
// is the offset of this table in the file. The length of the payload does not depend on the
// arguments.
std::vector<uint8_t> table_of_jpegs(size_t first_size, size_t second_size, size_t place_of_table);

// Joins two JPEG pictures to one file. `first` must contain the marker table_of_jpegs(0, 0, 0),
// which is replaced by the real table.
std::vector<uint8_t> joined_jpegs(std::vector<uint8_t> first, std::span<const uint8_t> second);

// Returns `xmp` with a statement that a gain map of `bytes` bytes follows the picture.
std::string xmp_with_gain_map(const std::string& xmp, size_t bytes);

}  // namespace tonelift
