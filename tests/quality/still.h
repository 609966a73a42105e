// SPDX-License-Identifier: BSD-2-Clause
//
// Reads HDR pictures from files by an ffmpeg program.
#pragma once

#include <string>
#include <vector>

#include "tests/quality/light.h"

namespace quality {

// Returns whether there is an ffmpeg program, built by this project or on the path.
bool can_read_stills();

// Returns the files of a folder with one of these extensions, sorted by name.
std::vector<std::string> files_in(const std::string& folder, const std::vector<std::string>& ends);
// Returns the OpenEXR files of a folder.
std::vector<std::string> stills_in(const std::string& folder);
// Reads a PNG or JPEG file as light of a BT.1886 screen. White is 203 cd/m2. Empty if the file
// cannot be read.
Light read_photograph(const std::string& path);

// Reads an OpenEXR file with linear BT.709. `nits` is the luminance of 1.0, in cd/m2. Pictures with
// more than about a million pixels are averaged down. Empty if the file cannot be read.
Light read_still(const std::string& path, double nits);

// Scales a picture to a log-average luminance.
Light exposed(const Light& picture, double log_average_nits);

}  // namespace quality
