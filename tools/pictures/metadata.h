// SPDX-License-Identifier: BSD-2-Clause
//
// Copies the metadata that cameras, editors and archives store in stills.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tonelift {

struct StillMetadata {
    std::vector<uint8_t> exif;  // starts with the byte order ("II", "MM")
    std::vector<uint8_t> iptc;  // records of IIM
    std::string xmp;

    bool empty() const { return exif.empty() && iptc.empty() && xmp.empty(); }
};

struct StillNotes {
    bool exif = false, xmp = false, iptc = false;
};

struct Still;

// Returns the metadata for the upright picture `made`, without thumbnails and gain maps.
StillMetadata metadata_for(const StillMetadata& notes, const Still& made,
                           std::vector<std::string>* said);

// Removes metadata that a kind of file cannot hold, and returns the names of that metadata.
std::string leave_out(const StillNotes& taken, StillMetadata* notes);

std::vector<uint8_t> iptc_in_resources(const std::vector<uint8_t>& resources);
std::vector<uint8_t> resources_with_iptc(const std::vector<uint8_t>& iptc);

}  // namespace tonelift
