// SPDX-License-Identifier: BSD-2-Clause
//
// Unpacking on the CPU: converts the samples of a frame to normalized numbers (kernels/pass.h,
// Picture), for any format of formats.def. Chroma is interpolated linearly to the luma grid at its
// true position.
#pragma once

#include "kernels/instruction_set.h"
#include "kernels/pass.h"

namespace tonelift {

// Unpacks a component (0 to 3) of pixels [x, x + n) of row y. For legal codes, Y is in [0,1], Cb
// and Cr in [-0.5,0.5], and RGB in [0,1]. Other codes are not clamped. Alpha is always full range,
// in [0,1]; it is 1 if the format has no alpha. Cb and Cr of a gray format are 0. Float samples are
// copied. `out` is aligned to 64 bytes and has room for n rounded up to 16.
void unpack(const Picture& picture, const FramePlanes& frame, int component, int x, int y, int n,
            float* out, const InstructionSet& set = {});

// Unpacks a component at half resolution: the mean of 2x2 pixels. The picture's width and height
// must be even. Subsampled chroma is interpolated to the center of the pixels.
void unpack_halved(const Picture& picture, const FramePlanes& frame, int component, int x, int y,
                   int n, float* out, const InstructionSet& set = {});

}  // namespace tonelift
