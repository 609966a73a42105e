// SPDX-License-Identifier: BSD-2-Clause
//
// Removes HDR metadata that cannot be right: its numbers contradict each other or the color tags of
// the frames. The tags are trusted. Each function that removes metadata returns a sentence for a
// warning, or an empty string.
#pragma once

#include <tonelift/tonelift.h>

#include <string>

namespace tonelift {

// Appends a sentence to a text, unless the sentence is empty.
void remark(std::string& text, const std::string& sentence);

// Returns whether a mastering display or a light level is known.
bool has_hdr_metadata(const tonelift_video& video);

// Removes Dolby Vision metadata that must not be applied, according to the option
// apply_dolbyvision.
std::string drop_dolby_vision(tonelift_video& video, int apply);

// Removes HDR metadata whose numbers contradict each other.
std::string drop_contradictions(tonelift_video& video);

// Removes the HDR metadata of SDR. `tagged` says whether the stream itself is tagged as SDR. Only
// then is a sentence returned.
std::string drop_light_of_sdr(tonelift_video& video, bool tagged);

}  // namespace tonelift
