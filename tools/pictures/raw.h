// SPDX-License-Identifier: BSD-2-Clause
//
// Reads the raw files of cameras.
#pragma once

#include <string>

#include "tools/pictures/still.h"

namespace tonelift {

// Develops a camera's raw file to an upright picture of linear floats, with the camera's white
// balance.
Still read_raw(const std::string& file);

}  // namespace tonelift
