// SPDX-License-Identifier: BSD-2-Clause
//
// Copies the metadata that cameras, editors and archives store in still pictures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tonelift {

struct StillMetadata {
    std::vector<uint8_t> exif;  // starts with the byte order, "II" or "MM"
    std::vector<uint8_t> iptc;  // records of IPTC's Information Interchange Model
    std::string xmp;

    bool empty() const { return exif.empty() && iptc.empty() && xmp.empty(); }
};

// The beginning of each message about metadata that is not copied. If many pictures are mapped at
// once, the message is printed once for all of them, at the end.
constexpr std::string_view not_copied = "not copied: ";

constexpr size_t any_size = SIZE_MAX;

// Largest sizes of metadata that a kind of file can hold, in bytes. The size is 0 for metadata that
// it cannot hold.
struct StillNotes {
    size_t exif = 0, xmp = 0, iptc = 0;
};

struct Still;

// Returns the metadata for the upright output picture `made`: a copy of `notes` without thumbnails
// and gain maps. Adds a message to *said for each part that is left out.
StillMetadata metadata_for(const StillMetadata& notes, const Still& made,
                           std::vector<std::string>* said);

// Removes the metadata that a kind of file cannot hold. Returns the names of the removed metadata,
// such as "Exif and XMP of more than 65502 bytes".
std::string leave_out(const StillNotes& taken, StillMetadata* notes);

std::vector<uint8_t> iptc_in_resources(const std::vector<uint8_t>& resources);
std::vector<uint8_t> resources_with_iptc(const std::vector<uint8_t>& iptc);

}  // namespace tonelift
