// SPDX-License-Identifier: BSD-2-Clause
//
// The last step of the output pass: packs rows of floats into rows of the frame, or into rows of
// texture blocks.
#pragma once

#include "kernels/cpu/context.h"
#include "kernels/pack/pack.h"

namespace tonelift {

class RowPacker {
  public:
    // `worker` is the index of the worker whose scratch memory is used. `rows` is the largest
    // number of rows of a block.
    RowPacker(CpuContext& context, int worker, int rows);

    // Packs a block of rows. In a texture, a block starts at a multiple of 4 and has 4 rows, except
    // at the bottom of the picture.
    void pack(const PackBlock& rows) const;

  private:
    void compress(const PackBlock& rows) const;

    CpuContext& context_;
    Aligned<float>& scratch_;
    FloatRows pixels_;  // texture only: R, G, B and A bytes, one pixel per float
};

}  // namespace tonelift
