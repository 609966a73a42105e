// SPDX-License-Identifier: BSD-2-Clause
//
// Rearrangements of the samples of a still.
#pragma once

#include <array>

#include "tools/pictures/still.h"

namespace tonelift {

// Copies a row of interleaved R G B (A), or gray, in floats to the planes of a frame of gbrpf32le,
// gbrapf32le or grayf32le.
void split_row(const float* row, int y, Still* still);
// The reverse.
void join_row(const Still& still, int y, float* row);

// Divides colors that were multiplied by alpha by it; where alpha is 0 they stay.
void divide_by_alpha(Still* still);

// Turns and mirrors the picture as Exif's orientation 1 to 8 asks for; other numbers are taken as
// 1. Not for 4:2:2, whose chroma cannot be turned.
Still turned(Still still, int orientation);

}  // namespace tonelift
