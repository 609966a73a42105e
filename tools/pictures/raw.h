// SPDX-License-Identifier: BSD-2-Clause
//
// Raw files of cameras.
#pragma once

#include <string>

#include "tools/pictures/still.h"

namespace tonelift {

// The light of a raw file, developed by LibRaw: linear floats in the camera's white balance,
// upright. 1 is the level at which the first color of white reaches its maximum; the other colors
// keep their light above it. Throws Error like a reader.
Still read_raw(const std::string& file);

}  // namespace tonelift
