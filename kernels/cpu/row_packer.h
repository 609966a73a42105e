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

    void pack(const PackBlock& rows) const;

  private:
    void compress(const PackBlock& rows) const;

    CpuContext& context_;
    Aligned<float>& scratch_;
    FloatRows pixels_;
};

}  // namespace tonelift
