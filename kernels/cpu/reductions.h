// SPDX-License-Identifier: BSD-2-Clause
//
// The reductions that one pass carries. Every worker counts for itself; sums are kept for each
// piece of a row, and added in the order of the picture, so that the result does not depend on the
// distribution of the work.
#pragma once

#include <vector>

#include "kernels/cpu/context.h"
#include "kernels/cpu/memory.h"

namespace tonelift {

class PassReductions {
  public:
    // piece: pixels of a row that are reduced at a time; the last piece of a row may be shorter.
    PassReductions(CpuContext& context, int width, int height, int piece);

    // The grid of the pass.
    int width() const { return width_; }
    int height() const { return height_; }

    // Registers a reduction of the plan that the pass computes.
    void carry(int reduction);

    void begin();
    void add(int worker, int reduction, int x, int y, const float* values, int n);
    void finish();

  private:
    struct Carried {
        int reduction;
        Reduction what;
        std::vector<Aligned<uint32_t>> counts;  // by worker
        std::vector<double> pieces;
    };

    CpuContext& context_;
    int pieces_in_row_;
    int width_;
    int height_;
    int piece_;
    std::vector<Carried> carried_;
};

}  // namespace tonelift
