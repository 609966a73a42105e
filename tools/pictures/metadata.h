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

// The notes that a kind of file can take.
struct StillNotes {
    bool exif = false, xmp = false, iptc = false;
};

struct Still;

// The notes of a picture for one that was made of it: upright, of another size and color, without a
// thumbnail and a gain map. A sentence in `said` for each that is damaged.
StillMetadata metadata_for(const StillMetadata& notes, const Still& made,
                           std::vector<std::string>* said);

// Takes away the notes that a kind of file cannot take; the names of them, as "Exif and XMP", or
// "".
std::string leave_out(const StillNotes& taken, StillMetadata* notes);

// The records of IIM in resources of Photoshop, from the first "8BIM" on, and the reverse.
std::vector<uint8_t> iptc_in_resources(const std::vector<uint8_t>& resources);
std::vector<uint8_t> resources_with_iptc(const std::vector<uint8_t>& iptc);

}  // namespace tonelift
