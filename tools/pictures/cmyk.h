// SPDX-License-Identifier: BSD-2-Clause
//
// Print pictures in cyan, magenta, yellow and black.
#pragma once

#include <cstdint>
#include <span>

#include "tools/pictures/statements.h"

namespace tonelift {

// Converts to RGB, by the CMYK profile in the statements, or else, with a note, by the product of
// the light that each ink leaves. The color statements become those of the result. samples: rows of
// C M Y K; 255 is full ink.
Still from_ink(std::span<const uint8_t> samples, int64_t width, int64_t height, Statements* stated);

}  // namespace tonelift
