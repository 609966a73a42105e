// SPDX-License-Identifier: BSD-2-Clause
//
// Converts the samples of a frame to normalized numbers, for any format.
#pragma once

#include "kernels/instruction_set.h"
#include "kernels/pass.h"

namespace tonelift {

// `out` is aligned to 64 bytes and has room for n floats, rounded up to a multiple of 16.
void unpack(const Picture& picture, const FramePlanes& frame, int component, int x, int y, int n,
            float* out, const InstructionSet& set = {});

// Returns the means of 2x2 pixels. The picture's width and height must be even.
void unpack_halved(const Picture& picture, const FramePlanes& frame, int component, int x, int y,
                   int n, float* out, const InstructionSet& set = {});

}  // namespace tonelift
