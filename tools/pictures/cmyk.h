// SPDX-License-Identifier: BSD-2-Clause
//
// Converts CMYK pictures, which are made for print, to RGB.
#pragma once

#include <cstdint>
#include <span>

#include "tools/pictures/statements.h"

namespace tonelift {

// Converts rows of C M Y K to RGB. 255 is full ink. The CMYK profile in *stated is used if there is
// one. Otherwise the light that each ink transmits is multiplied, and a note is added. *stated then
// describes the color of the result.
Still from_ink(std::span<const uint8_t> samples, int64_t width, int64_t height, Statements* stated);

}  // namespace tonelift
