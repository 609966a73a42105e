// SPDX-License-Identifier: BSD-2-Clause
//
// Converts CMYK pictures, which are made for print, to RGB.
#pragma once

#include <cstdint>
#include <span>

#include "tools/pictures/statements.h"

namespace tonelift {

// Samples of 255 are full ink. Uses the CMYK profile in *stated if there is one. Otherwise
// multiplies the light that each ink transmits, and adds a note. *stated then describes the color
// of the result.
Still from_ink(std::span<const uint8_t> samples, int64_t width, int64_t height, Statements* stated);

}  // namespace tonelift
