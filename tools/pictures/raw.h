// SPDX-License-Identifier: BSD-2-Clause
//
// Reads the raw files of cameras.
#pragma once

#include <string>

#include "tools/pictures/still.h"

namespace tonelift {

// Develops a raw file with LibRaw to upright linear floats in the camera's white balance. 1.0 is
// the white at which the first color channel reaches its maximum; other channels may exceed 1.
// Throws the errors of StillKind::read.
Still read_raw(const std::string& file);

}  // namespace tonelift
