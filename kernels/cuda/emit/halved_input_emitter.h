// SPDX-License-Identifier: BSD-2-Clause
//
// Emits PTX that unpacks the input frame at half resolution.
#pragma once

#include "kernels/cuda/emit/input_emitter.h"

namespace tonelift::cuda {

class HalvedInputEmitter : public InputEmitter {
  public:
    HalvedInputEmitter(const FrameAccess& frame, ChunkPosition chunk)
        : InputEmitter(frame, std::move(chunk)) {}

  private:
    struct Tap {
        int first = 0;
        float weight = 0.5f;
    };

    void add_component(PtxWriter& to, int component, std::vector<RowLoad>& loads) override;
    bool spreads(int component) const override;
    ptx::Number code(PtxWriter& to, const std::vector<RowLoad>& loads, int component, int row,
                     int column) override;

    bool is_narrow(int component) const;
    bool is_low(int component) const;
    Tap tap_across(int component, int column) const;
    Tap tap_down(int component) const;
    int rows_of(int component) const;
    void add_row(int component, const std::string& y, int chunk_row,
                 std::vector<RowLoad>& loads) const;
    ptx::Number sum_of_four(PtxWriter& to, const std::vector<RowLoad>& loads, int component,
                            int row, int column) const;
    ptx::Number between_rows(PtxWriter& to, const std::vector<RowLoad>& loads, int component,
                             int row, int column);

    std::array<ByPosition<ptx::Number>, 4> between_;
};

}  // namespace tonelift::cuda
