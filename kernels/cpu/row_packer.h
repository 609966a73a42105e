// SPDX-License-Identifier: BSD-2-Clause
//
// The end of the output pass: rows of numbers become rows of the frame, or of the blocks of a
// texture.
#pragma once

#include "kernels/cpu/context.h"
#include "kernels/pack/pack.h"

namespace tonelift {

class RowPacker {
  public:
    // worker: whose memory is used; rows: the most of a block.
    RowPacker(CpuContext& context, int worker, int rows);

    // A block of a texture begins at a multiple of 4 rows and has as many, unless it is the last.
    void pack(const PackBlock& rows) const;

  private:
    void compress(const PackBlock& rows) const;

    CpuContext& context_;
    Aligned<float>& scratch_;
    FloatRows pixels_;  // of a texture: R, G, B and A bytes in place of each float
};

}  // namespace tonelift
