// SPDX-License-Identifier: BSD-2-Clause
//
// Unpacking on the CPU: from the samples of a frame to normalized numbers (kernels/pass.h,
// Picture), for any format of formats.def; chroma is interpolated linearly to the luma grid at its
// true position.
#pragma once

#include "kernels/instruction_set.h"
#include "kernels/pass.h"

namespace tonelift {

// Writes component (0..3) of pixels [x, x + n) of row y. Y in [0,1], Cb and Cr in [-0.5,0.5], RGB
// in [0,1] for legal codes, codes beyond them unclamped; alpha in [0,1] always full range; 1 where
// the format has no alpha; a gray format has 0 in Cb and Cr. Float samples are copied. out is
// aligned to 64 bytes with room for n rounded up to 16.
void unpack(const Picture& picture, const FramePlanes& frame, int component, int x, int y, int n,
            float* out, const InstructionSet& set = {});

// The same for pixels of the picture at half its size, which is even: the mean of 2x2 pixels, and
// of subsampled chroma what lies at their middle along an axis on which it has half the samples.
void unpack_halved(const Picture& picture, const FramePlanes& frame, int component, int x, int y,
                   int n, float* out, const InstructionSet& set = {});

}  // namespace tonelift
