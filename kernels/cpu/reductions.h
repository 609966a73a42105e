// SPDX-License-Identifier: BSD-2-Clause
//
// Computes reductions of a pass, such as sums and histograms. The results do not depend on the
// number of threads.
#pragma once

#include <algorithm>
#include <vector>

#include "kernels/cpu/context.h"
#include "kernels/cpu/memory.h"

namespace tonelift {

class PassReductions {
  public:
    PassReductions(CpuContext& context, int width, int height, int piece, int items);

    int width() const { return width_; }
    int height() const { return height_; }
    int strip() const { return std::min(piece_, round_up_to_block(width_)); }
    int workers() const { return workers_; }

    void carry(int reduction);

    void add(int worker, int reduction, int x, int y, const float* values, int n);

    // Call this function after each item, in the thread that has processed the item.
    void end_item(int worker);

    // Number of parts that finish() must be called for after a frame, in any order.
    int parts() const;

    // Writes a part of the results of a frame to the context, and sets its counts to 0.
    void finish(int part);

    // Sets all counts to 0, because the frame failed.
    void discard();

  private:
    struct Carried {
        int reduction;
        Reduction what;
        std::vector<Aligned<uint32_t>> counts;
        std::vector<double> pieces;
    };

    ReductionResult& result_of(const Carried& carried) const {
        return context_.reductions[static_cast<size_t>(carried.reduction)];
    }
    void fold(int worker);
    void merge_counts(const Carried& carried, int part);

    CpuContext& context_;
    int pieces_in_row_;
    int width_;
    int height_;
    int piece_;
    int workers_;
    std::vector<Carried> carried_;
};

}  // namespace tonelift
