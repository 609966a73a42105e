// SPDX-License-Identifier: BSD-2-Clause
//
// Emits PTX that unpacks the input frame at full resolution.
#pragma once

#include "kernels/cuda/emit/input_emitter.h"

namespace tonelift::cuda {

class WholeInputEmitter : public InputEmitter {
  public:
    WholeInputEmitter(const FrameAccess& frame, ChunkPosition chunk)
        : InputEmitter(frame, std::move(chunk)) {}

  private:
    // The chroma of a full-resolution row, as a weighted mean of two rows of the chroma plane.
    // `weight` is the weight of row `second`.
    struct Blend {
        int first = 0;
        int second = 0;
        ptx::Number weight{0.0f};
    };

    void add_component(PtxWriter& to, int component, std::vector<RowLoad>& loads) override;
    bool spreads(int component) const override;
    ptx::Number code(PtxWriter& to, const std::vector<RowLoad>& loads, int component, int row,
                     int column) override;

    void add_full(PtxWriter& to, int component, std::vector<RowLoad>& loads);
    void add_chroma(PtxWriter& to, int component, std::vector<RowLoad>& loads);
    void add_chroma_row(PtxWriter& to, int component, const std::string& row,
                        std::vector<RowLoad>& loads);
    void blend_any_row(PtxWriter& to, std::vector<Blend>& blends,
                       std::vector<std::string>& rows) const;
    void blend_two_rows(PtxWriter& to, std::vector<Blend>& blends,
                        std::vector<std::string>& rows) const;
    ptx::Number blended(PtxWriter& to, const std::vector<RowLoad>& loads, int component, int row,
                        int column);
    ptx::Number chroma_code(PtxWriter& to, const std::vector<RowLoad>& loads, int component,
                            int row, int column);

    std::array<std::vector<Blend>, 4> blends_;
    std::array<ByPosition<ptx::Number>, 4> blended_;
};

}  // namespace tonelift::cuda
