// SPDX-License-Identifier: BSD-2-Clause
//
// The core inputs of a band of rows. They include the rows and columns around the band that the
// neighborhood covers. Outside the picture the edge pixel is repeated.
#pragma once

#include <vector>

#include "kernels/cpu/program.h"

namespace tonelift {

// Returns the number of bands of a pass.
int band_count(const Pass& pass, const CpuContext& context, int radius_y);

class BandInputs {
  public:
    // `count` is the number of core inputs.
    BandInputs(const Pass& pass, CpuContext& context, PassReductions& reductions, int count,
               int radius_x, int radius_y);

    int bands() const { return (height_ + band_ - 1) / band_; }
    int first_row(int band) const { return band * band_; }
    int rows(int band) const;
    int most_rows() const { return band_; }

    // Runs the prologue over the rows of a band and the rows around it that the neighborhood
    // covers.
    void make(int band, int worker);
    // Returns the address of a core input at the first pixel of the worker's current band. It is
    // aligned to 64 bytes. A row extends radius_x pixels to the left of its first pixel, and
    // radius_x pixels to the right of its last block.
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
    std::vector<std::vector<FloatRows>> workers_;  // rows of each core input, per worker
};

}  // namespace tonelift
