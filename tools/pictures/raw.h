// SPDX-License-Identifier: BSD-2-Clause
//
// Reads the raw files of cameras.
#pragma once

#include <string>

#include "tools/pictures/still.h"

namespace tonelift {

// Develops a raw file to upright linear floats in the camera's white balance.
Still read_raw(const std::string& file);

}  // namespace tonelift
