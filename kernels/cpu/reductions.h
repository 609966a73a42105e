// SPDX-License-Identifier: BSD-2-Clause
//
// The reductions of a pass. Each worker counts histograms of its own. Other reductions have one
// result per piece of a row. The pieces are combined in picture order, so the result does not
// depend on how work is distributed.
#pragma once

#include <algorithm>
#include <vector>

#include "kernels/cpu/context.h"
#include "kernels/cpu/memory.h"

namespace tonelift {

class PassReductions {
  public:
    // `piece` is the number of pixels of a row that are reduced together. The last piece of a row
    // may be shorter. `items` is the number of items of work of the pass.
    PassReductions(CpuContext& context, int width, int height, int piece, int items);

    // The grid of the pass.
    int width() const { return width_; }
    int height() const { return height_; }
    // Returns the largest number of pixels of a row that a program of the pass processes at a time.
    int strip() const { return std::min({piece_, strip_pixels, round_up_to_block(width_)}); }
    // Returns the number of workers that run the pass.
    int workers() const { return workers_; }

    // Makes this pass compute a reduction of the plan.
    void carry(int reduction);

    void begin();
    void add(int worker, int reduction, int x, int y, const float* values, int n);
    void finish();

  private:
    struct Carried {
        int reduction;
        Reduction what;
        std::vector<Aligned<uint32_t>> counts;  // one array per worker
        std::vector<double> pieces;
    };

    CpuContext& context_;
    int pieces_in_row_;
    int width_;
    int height_;
    int piece_;
    int workers_;
    std::vector<Carried> carried_;
};

}  // namespace tonelift
