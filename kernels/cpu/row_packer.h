// SPDX-License-Identifier: BSD-2-Clause
//
// Packs rows of floats and writes them to the output frame. If the output is a texture, compresses
// the rows to texture blocks.
#pragma once

#include "kernels/cpu/context.h"
#include "kernels/pack/pack.h"

namespace tonelift {

class RowPacker {
  public:
    RowPacker(CpuContext& context, int worker, int rows);

    void pack(const PackBlock& rows) const;

  private:
    void compress(const PackBlock& rows) const;

    CpuContext& context_;
    Aligned<float>& scratch_;
    FloatRows pixels_;
};

}  // namespace tonelift
