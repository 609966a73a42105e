// SPDX-License-Identifier: BSD-2-Clause
//
// Notes beside a picture: of the camera, of editors, of archives.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tonelift {

struct StillMetadata {
    std::vector<uint8_t> exif;  // from the order of bytes ("II", "MM") on
    std::vector<uint8_t> iptc;  // the records of IIM
    std::string xmp;            // a packet

    bool empty() const { return exif.empty() && iptc.empty() && xmp.empty(); }
};

// The notes that a kind of file can hold.
struct StillNotes {
    bool exif = false, xmp = false, iptc = false;
};

struct Still;

// The notes for a picture that was made from another one: upright, with the new size and color,
// without thumbnail and gain map. Adds a sentence to *said for each damaged note.
StillMetadata metadata_for(const StillMetadata& notes, const Still& made,
                           std::vector<std::string>* said);

// Removes the notes that a kind of file cannot hold. Returns their names, such as "Exif and XMP",
// or "".
std::string leave_out(const StillNotes& taken, StillMetadata* notes);

// The IIM records in Photoshop resources, which begin with the first "8BIM"; and the reverse.
std::vector<uint8_t> iptc_in_resources(const std::vector<uint8_t>& resources);
std::vector<uint8_t> resources_with_iptc(const std::vector<uint8_t>& iptc);

}  // namespace tonelift
