// SPDX-License-Identifier: BSD-2-Clause
//
// Converts the samples of a frame to normalized values, for any pixel format.
#pragma once

#include "kernels/instruction_set.h"
#include "kernels/pass.h"

namespace tonelift {

// Converts n pixels of row y, from column x on. `out` must be aligned to 64 bytes, and must have
// room for n floats, rounded up to a multiple of 16.
void unpack(const Picture& picture, const FramePlanes& frame, int component, int x, int y, int n,
            float* out, const InstructionSet& set = {});

// Converts n pixels of each of `rows` rows, from row y and column x on, with the results of
// unpack() but faster. Rows in `out` are `pitch` floats apart, and each is like the row that
// unpack() writes.
void unpack_rows(const Picture& picture, const FramePlanes& frame, int component, int x, int y,
                 int n, int rows, float* out, ptrdiff_t pitch, const InstructionSet& set = {});

// Writes n means of factor x factor pixels to `out`. `factor` is 2 or 4, and divides the width and
// the height of the picture. Means of samples that are larger than the largest code of the format
// are undefined, because sums of codes have 16 bits.
void unpack_reduced(const Picture& picture, const FramePlanes& frame, int component, int factor,
                    int x, int y, int n, float* out, const InstructionSet& set = {});

}  // namespace tonelift
