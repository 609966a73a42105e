// SPDX-License-Identifier: BSD-2-Clause
//
// Converts CMYK pictures, whose samples are amounts of printing ink, to RGB.
#pragma once

#include <cstdint>
#include <span>

#include "tools/pictures/statements.h"

namespace tonelift {

// Converts CMYK samples to RGB with the ICC profile in *stated. Without such a profile, each RGB
// component is the product of the transmittances of its ink and of black.
Still from_ink(std::span<const uint8_t> samples, int64_t width, int64_t height, Statements* stated);

}  // namespace tonelift
