// SPDX-License-Identifier: BSD-2-Clause
//
// Converts CMYK pictures, which are made for print, to RGB.
#pragma once

#include <cstdint>
#include <span>

#include "tools/pictures/statements.h"

namespace tonelift {

// Uses the CMYK profile in *stated, else multiplies the light that each ink transmits.
Still from_ink(std::span<const uint8_t> samples, int64_t width, int64_t height, Statements* stated);

}  // namespace tonelift
