// SPDX-License-Identifier: BSD-2-Clause
//
// The base class of passes whose input plane and output plane differ in size or orientation.
#pragma once

#include "kernels/cpu/bands.h"
#include "kernels/cpu/program.h"

namespace tonelift {

// Planes of at most this height have low bands, so that more threads work.
constexpr int small_height = 128;

class GridPass : public PassRunner {
  public:
    int items() const final { return bands_.count(); }
    int workers() const final { return bands_.workers(); }
    std::vector<PassReductions*> reductions() final { return {&in_reductions_, &out_reductions_}; }

  protected:
    GridPass(const Pass& pass, const Resample& resample, CpuContext& context, int most_rows,
             int least_rows)
        : context_(context),
          resample_(resample),
          width_(pass.width),
          height_(pass.height),
          bands_(pass.height, pass.height <= small_height ? least_rows : most_rows, least_rows,
                 context.workers.count()),
          in_reductions_(context, resample.in_width, resample.in_height, strip_pixels,
                         bands_.workers()),
          out_reductions_(context, pass.width, pass.height, strip_pixels, bands_.workers()),
          prologue_(pass.prologue, context, in_reductions_),
          epilogue_(pass.epilogue, context, out_reductions_) {}

    void make_output(int worker, int y, const float* from) const {
        OutsideRows rows;
        rows.from[0] = from;
        epilogue_.run(worker, 0, y, width_, rows);
    }

    CpuContext& context_;
    const Resample resample_;
    const int width_;
    const int height_;
    const Bands bands_;
    PassReductions in_reductions_;
    PassReductions out_reductions_;
    PassProgram prologue_;
    PassProgram epilogue_;
};

}  // namespace tonelift
