// SPDX-License-Identifier: BSD-2-Clause
//
// Gives compiled programs the addresses of samples in the input frame, so that the programs read
// the samples directly.
#pragma once

#include <array>

#include "kernels/cpu/memory.h"
#include "kernels/pass.h"
#include "kernels/point/input_codes.h"
#include "kernels/point/point.h"

namespace tonelift {

class InputStrip {
  public:
    InputStrip(const Picture& picture, int component);

    void place(const FramePlanes& frame, int x, int y, int pixels, void** at);

    // Forgets copies of rows. This is necessary before each frame.
    void forget() { copied_ = {}; }

  private:
    struct Reach {
        int first;
        int count;
        bool operator==(const Reach&) const = default;
    };
    struct Copied {
        int row = -1;
        Reach reach{};
    };
    void fill_weight(int below, float* to) const;
    void place_narrow(const FramePlanes& frame, int x, int y, int pixels, void** at);
    std::byte* row_at(const FramePlanes& frame, int row, const Reach& reach);
    void copy_row(const std::byte* row, const Reach& reach, std::byte* to) const;

    InputCodes codes_;
    size_t plane_;
    int width_;
    int last_row_;
    int bytes_;
    bool halves_rows_;
    float offset_;
    int copy_bytes_;
    // Adjacent rows have different copies, and so have the left and the right edge. A row of chroma
    // is copied once, although several rows of pixels read it.
    static constexpr int copies = 4;
    std::array<Copied, copies> copied_;
    Aligned<std::byte> copies_;
    Aligned<float> weights_;
};

}  // namespace tonelift
