// SPDX-License-Identifier: BSD-2-Clause
//
// Reads the raw files of cameras.
#pragma once

#include <string>

#include "tools/pictures/still.h"

namespace tonelift {

// Returns the light of a raw file, developed by LibRaw. It is linear floats in the camera's white
// balance, upright. White reaches 1 where it reaches the maximum of its first color. Other colors
// may exceed 1. Throws the errors of StillKind::read.
Still read_raw(const std::string& file);

}  // namespace tonelift
