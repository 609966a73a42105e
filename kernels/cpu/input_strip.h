// SPDX-License-Identifier: BSD-2-Clause
//
// Finds the codes of an input component for machine code. Machine code reads beyond the ends of a
// row. Strips near an end are therefore copied and padded; all others are read from the frame
// itself.
#pragma once

#include "kernels/cpu/memory.h"
#include "kernels/pass.h"
#include "kernels/point/input_codes.h"
#include "kernels/point/point.h"

namespace tonelift {

class InputStrip {
  public:
    InputStrip(const Picture& picture, int component);

    // Stores in `at` the addresses that input_codes.h defines. The strip is the pixels [x, x +
    // pixels) of row y, and x is even.
    void place(const FramePlanes& frame, int x, int y, int pixels, void** at) const;

  private:
    // The codes that a strip reads: `count` samples from `first` on, possibly outside the row.
    struct Reach {
        int first;
        int count;
    };
    void place_narrow(const FramePlanes& frame, int x, int y, int pixels, void** at) const;
    std::byte* row_at(const FramePlanes& frame, int row, const Reach& reach, int copy) const;
    void copy_row(const std::byte* row, const Reach& reach, std::byte* to) const;

    InputCodes codes_;
    size_t plane_;
    int width_;     // width of a row, in samples
    int last_row_;  // index of the plane's last row
    int bytes_;     // bytes from sample to sample
    bool halves_rows_;
    float offset_;    // vertical offset of chroma
    int copy_bytes_;  // size of the copy of a row
    Aligned<std::byte> copies_;
    Aligned<float> weights_;  // one block per weight: 0, 1/4, 1/2, 3/4
};

}  // namespace tonelift
