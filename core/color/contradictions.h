// SPDX-License-Identifier: BSD-2-Clause
//
// Metadata that contradicts itself or the color tags of its own frames: the tags are believed, the
// metadata is taken away. The functions return a sentence fit for a warning, empty where there is
// nothing to say.
#pragma once

#include <tonelift/tonelift.h>

#include <string>

namespace tonelift {

// Adds a sentence to a text, unless it is empty.
void remark(std::string& text, const std::string& sentence);

// Whether a mastering display or a light level is known.
bool has_hdr_metadata(const tonelift_video& video);

// Takes away Dolby Vision metadata that is not to be applied, by the option apply_dolbyvision.
std::string drop_dolby_vision(tonelift_video& video, int apply);

// Takes away HDR metadata whose numbers contradict each other.
std::string drop_contradictions(tonelift_video& video);

// Takes away the HDR metadata of SDR. tagged: whether the stream itself says that it is SDR, which
// is worth a sentence.
std::string drop_light_of_sdr(tonelift_video& video, bool tagged);

}  // namespace tonelift
