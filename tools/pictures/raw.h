// SPDX-License-Identifier: BSD-2-Clause
//
// Raw files of cameras.
#pragma once

#include <string>

#include "tools/pictures/still.h"

namespace tonelift {

// The light that a raw file holds, developed by LibRaw: linear floats, the white of the camera's
// balance, upright. 1 is where the first of the colors of white is at its most; what the others
// hold beyond is kept. Throws Error as a reader does.
Still read_raw(const std::string& file);

}  // namespace tonelift
