// SPDX-License-Identifier: BSD-2-Clause
//
// Computes the input rows that a filter needs for a band of output rows.
#pragma once

#include <vector>

#include "kernels/cpu/program.h"

namespace tonelift {

int band_count(const Pass& pass, const CpuContext& context, int radius_y);

class BandInputs {
  public:
    BandInputs(const Pass& pass, CpuContext& context, PassReductions& reductions, int count,
               int radius_x, int radius_y);

    int bands() const { return (height_ + band_ - 1) / band_; }
    int first_row(int band) const { return band * band_; }
    int rows(int band) const;
    int most_rows() const { return band_; }

    void make(int band, int worker);
    // Returns the address of the band's first pixel, which is aligned to 64 bytes. Each row extends
    // radius_x pixels beyond the left edge and beyond the right edge of the picture.
    const float* at(int worker, int input) const;
    ptrdiff_t pitch() const { return workers_[0][0].pitch(); }

  private:
    void make_row(int worker, int y, int place, bool own);
    void repeat_edges(float* row) const;

    int width_;
    int height_;
    int radius_y_;
    int band_;
    int left_;
    PassProgram prologue_;
    PassProgram repeated_;
    std::vector<std::vector<FloatRows>> workers_;
};

}  // namespace tonelift
