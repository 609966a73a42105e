// SPDX-License-Identifier: BSD-2-Clause
//
// Pictures for print, in cyan, magenta, yellow and black.
#pragma once

#include <cstdint>
#include <span>

#include "tools/pictures/statements.h"

namespace tonelift {

// The picture as RGB: by the ICC profile of CMYK in the statements, else by the product of what
// the inks leave, with a note. The statements of color become those of the result. samples: C M Y K
// in rows, 255 the full ink.
Still from_ink(std::span<const uint8_t> samples, int64_t width, int64_t height, Statements* stated);

}  // namespace tonelift
