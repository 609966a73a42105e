// SPDX-License-Identifier: BSD-2-Clause
//
// Converts CMYK pictures, which are made for print, to RGB.
#pragma once

#include <cstdint>
#include <span>

#include "tools/pictures/statements.h"

namespace tonelift {

// Converts CMYK with the profile in *stated. Without a profile, the inks act as four filters.
Still from_ink(std::span<const uint8_t> samples, int64_t width, int64_t height, Statements* stated);

}  // namespace tonelift
