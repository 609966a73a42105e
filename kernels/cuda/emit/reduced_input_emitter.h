// SPDX-License-Identifier: BSD-2-Clause
//
// Emits PTX that unpacks the input frame at a half or a quarter of its width and height.
#pragma once

#include "kernels/cuda/emit/input_emitter.h"

namespace tonelift::cuda {

class ReducedInputEmitter : public InputEmitter {
  public:
    ReducedInputEmitter(const FrameAccess& frame, ChunkPosition chunk)
        : InputEmitter(frame, std::move(chunk)), factor_(frame.input_reduction()) {}

  private:
    struct Tap {
        int first = 0;
        float weight = 0.5f;
    };

    // A row at a quarter of the height is the mean of two rows at half the height. They are loaded
    // and added one after the other, because the loaded words need more registers than their sum.
    int parts() const override { return factor_ / 2; }
    void end_part(PtxWriter& to, const std::vector<RowLoad>& loads, int row, int part) override;
    void add_component(PtxWriter& to, int component, std::vector<RowLoad>& loads) override;
    bool spreads(int component) const override;
    ptx::Number code(PtxWriter& to, const std::vector<RowLoad>& loads, int component, int row,
                     int column) override;

    bool is_narrow(int component) const;
    bool is_low(int component) const;
    Tap tap_across(int component, int column) const;
    Tap tap_down(int component) const;
    int rows_of(int component) const;
    void add_row(PtxWriter& to, int component, const std::string& y, RowPart of,
                 std::vector<RowLoad>& loads) const;
    bool is_plain_sum(int component) const;
    std::string with_codes(PtxWriter& to, const std::vector<RowLoad>& loads, int component,
                           int half_row, int column, std::string sum) const;
    ptx::Number between_rows(PtxWriter& to, const std::vector<RowLoad>& loads, int component,
                             int half_row, int column);
    ptx::Number halved_code(PtxWriter& to, const std::vector<RowLoad>& loads, int component,
                            int half_row, int half_column);
    void add_part(PtxWriter& to, const std::vector<RowLoad>& loads, int component, int row,
                  int part, int column);

    int factor_;
    // Sums of codes, plus 2^23, in registers of integers, or sums of interpolated codes.
    std::array<ByPosition<std::string>, 4> sums_;
    std::array<ByPosition<ptx::Number>, 4> totals_;
    std::array<ByPosition<ptx::Number>, 4> between_;
};

}  // namespace tonelift::cuda
