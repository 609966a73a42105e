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

// The OpenEXR files of a folder, sorted by name.
std::vector<std::string> stills_in(const std::string& folder);

// A linear BT.709 OpenEXR file as light in cd/m2, scaled by `nits` a unit; no more than about a
// million pixels, larger ones are averaged down. Empty when it cannot be read.
Light read_still(const std::string& path, double nits);

// The picture scaled to a log-average luminance.
Light exposed(const Light& picture, double log_average_nits);

}  // namespace quality
