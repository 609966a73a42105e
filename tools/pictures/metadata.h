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
    std::string xmp;            // a packet of XMP

    bool empty() const { return exif.empty() && iptc.empty() && xmp.empty(); }
};

// The metadata that a kind of file can hold.
struct StillNotes {
    bool exif = false, xmp = false, iptc = false;
};

struct Still;

// Returns the metadata for the upright picture `made`, which was made from the picture of `notes`.
// It states the size and the color of `made`. Thumbnails and gain maps are removed. A sentence is
// added to *said for each damaged part.
StillMetadata metadata_for(const StillMetadata& notes, const Still& made,
                           std::vector<std::string>* said);

// Removes the metadata that a kind of file cannot hold. Returns the names of the removed metadata,
// such as "Exif and XMP", or "".
std::string leave_out(const StillNotes& taken, StillMetadata* notes);

// Extracts the IIM records from Photoshop resources, which begin with the first "8BIM". The second
// function makes resources that contain such records.
std::vector<uint8_t> iptc_in_resources(const std::vector<uint8_t>& resources);
std::vector<uint8_t> resources_with_iptc(const std::vector<uint8_t>& iptc);

}  // namespace tonelift
