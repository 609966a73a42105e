// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>
#include <vector>

#include "tests/quality/light.h"

namespace quality {

bool can_read_stills();

std::vector<std::string> files_in(const std::string& folder, const std::vector<std::string>& ends);
std::vector<std::string> stills_in(const std::string& folder);
// Returns the light that a BT.1886 screen with white at 203 cd/m2 shows for a photograph. If the
// file cannot be read, the result is empty.
Light read_photograph(const std::string& path);

// Reads a picture as light. The value 1.0 has the luminance `nits` in cd/m2. If the file cannot be
// read, the result is empty.
Light read_still(const std::string& path, double nits);

Light exposed(const Light& picture, double log_average_nits);

}  // namespace quality
