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
    // worker: whose scratch memory is used; rows: upper bound of the rows of a block.
    RowPacker(CpuContext& context, int worker, int rows);

    // rows: for a texture, starts at a multiple of 4 and has 4 rows, except at the bottom.
    void pack(const PackBlock& rows) const;

  private:
    void compress(const PackBlock& rows) const;

    CpuContext& context_;
    Aligned<float>& scratch_;
    FloatRows pixels_;  // texture only: R, G, B and A bytes in each float's place
};

}  // namespace tonelift
