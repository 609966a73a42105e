// SPDX-License-Identifier: BSD-2-Clause
//
// HDR stills from files, read by an ffmpeg program.
#pragma once

#include <string>
#include <vector>

#include "tests/quality/light.h"

namespace quality {

// Whether there is an ffmpeg program: the one of this project, or one on the path.
bool can_read_stills();

// The files of a folder that end in one of the extensions, sorted by name.
std::vector<std::string> files_in(const std::string& folder, const std::vector<std::string>& ends);
// Its OpenEXR files.
std::vector<std::string> stills_in(const std::string& folder);
// A PNG or JPEG file as light of a BT.1886 screen with a white of 203 cd/m2. Empty when it cannot
// be read.
Light read_photograph(const std::string& path);

// A linear BT.709 OpenEXR file as light; nits: luminance of 1.0 in cd/m2. Pictures of more than
// about a million pixels are averaged down. Empty if the file cannot be read.
Light read_still(const std::string& path, double nits);

// The picture scaled to a log-average luminance.
Light exposed(const Light& picture, double log_average_nits);

}  // namespace quality
