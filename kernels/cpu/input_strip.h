// SPDX-License-Identifier: BSD-2-Clause
//
// Where a program finds the codes of a component of the input: in the frame, or, where a strip
// begins or ends a row, in a copy around which more may be read.
#pragma once

#include "kernels/cpu/memory.h"
#include "kernels/pass.h"
#include "kernels/point/input_codes.h"
#include "kernels/point/point.h"

namespace tonelift {

class InputStrip {
  public:
    InputStrip(const Picture& picture, int component);

    // Writes the addresses for pixels [x, x + pixels) of row y to at, see input_codes.h; x is even.
    void place(const FramePlanes& frame, int x, int y, int pixels, void** at) const;

  private:
    // Codes that a strip reads: count of them from sample `first` on, which may lie outside of the
    // row.
    struct Reach {
        int first;
        int count;
    };
    void place_narrow(const FramePlanes& frame, int x, int y, int pixels, void** at) const;
    std::byte* row_at(const FramePlanes& frame, int row, const Reach& reach, int copy) const;
    void copy_row(const std::byte* row, const Reach& reach, std::byte* to) const;

    InputCodes codes_;
    size_t plane_;
    int width_;     // samples of a row
    int last_row_;  // of the plane
    int bytes_;     // from a sample to the next
    bool halves_rows_;
    float offset_;  // of chroma, downwards
    Aligned<std::byte> copies_;
    Aligned<float> weights_;  // a block for each quarter
};

}  // namespace tonelift
