// SPDX-License-Identifier: BSD-2-Clause
//
// Converts the samples of a frame to normalized numbers, for any format. Chroma is interpolated
// linearly at its true position.
#pragma once

#include "kernels/instruction_set.h"
#include "kernels/pass.h"

namespace tonelift {

// Converts pixels [x, x + n) of row y. For legal codes, Y is in [0,1], Cb and Cr in [-0.5,0.5], and
// RGB in [0,1]; other codes are not clamped. Alpha is always full range, and 1 if the format has
// none. Cb and Cr of a gray format are 0. Float samples are copied. `out` is aligned to 64 bytes
// and has room for n rounded up to 16.
void unpack(const Picture& picture, const FramePlanes& frame, int component, int x, int y, int n,
            float* out, const InstructionSet& set = {});

// Returns the means of 2x2 pixels. The picture's width and height must be even.
void unpack_halved(const Picture& picture, const FramePlanes& frame, int component, int x, int y,
                   int n, float* out, const InstructionSet& set = {});

}  // namespace tonelift
