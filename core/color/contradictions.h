// SPDX-License-Identifier: BSD-2-Clause
// Removes HDR metadata that contradicts itself or the color tags of the frames.
#pragma once

#include <tonelift/tonelift.h>

#include <string>

namespace tonelift {

void remark(std::string& text, const std::string& sentence);

bool has_hdr_metadata(const tonelift_video& video);

std::string drop_dolby_vision(tonelift_video& video, int apply);

std::string drop_contradictions(tonelift_video& video);

std::string drop_light_of_sdr(tonelift_video& video, bool tagged);

}  // namespace tonelift
