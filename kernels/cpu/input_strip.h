// SPDX-License-Identifier: BSD-2-Clause
//
// Gives compiled programs the addresses of samples in the input frame, so that the programs read
// the samples directly.
#pragma once

#include "kernels/cpu/memory.h"
#include "kernels/pass.h"
#include "kernels/point/input_codes.h"
#include "kernels/point/point.h"

namespace tonelift {

class InputStrip {
  public:
    InputStrip(const Picture& picture, int component);

    void place(const FramePlanes& frame, int x, int y, int pixels, void** at) const;

  private:
    struct Reach {
        int first;
        int count;
    };
    void fill_weight(int below, float* to) const;
    void place_narrow(const FramePlanes& frame, int x, int y, int pixels, void** at) const;
    std::byte* row_at(const FramePlanes& frame, int row, const Reach& reach, int copy) const;
    void copy_row(const std::byte* row, const Reach& reach, std::byte* to) const;

    InputCodes codes_;
    size_t plane_;
    int width_;
    int last_row_;
    int bytes_;
    bool halves_rows_;
    float offset_;
    int copy_bytes_;
    Aligned<std::byte> copies_;
    Aligned<float> weights_;
};

}  // namespace tonelift
