// SPDX-License-Identifier: BSD-2-Clause
//
// Writes rows of floats to the output frame, or compresses them to texture blocks.
#pragma once

#include "kernels/cpu/context.h"
#include "kernels/pack/pack.h"

namespace tonelift {

class RowPacker {
  public:
    RowPacker(CpuContext& context, int worker, int rows);

    // In a texture, the first row must be a multiple of 4, and there must be 4 rows, except at the
    // bottom of the picture.
    void pack(const PackBlock& rows) const;

  private:
    void compress(const PackBlock& rows) const;

    CpuContext& context_;
    Aligned<float>& scratch_;
    FloatRows pixels_;
};

}  // namespace tonelift
