// SPDX-License-Identifier: BSD-2-Clause
//
// Emits PTX that upsamples a small plane, with the same arithmetic as kernels/point/upsample.cpp.
#pragma once

#include <array>
#include <map>
#include <span>
#include <vector>

#include "kernels/cuda/emit/chunk_loads.h"
#include "kernels/cuda/emit/frame_access.h"
#include "kernels/cuda/emit/ptx_math.h"

namespace tonelift::cuda {

class UpsampledEmitter {
  public:
    UpsampledEmitter(const FrameAccess& frame, const Upsampling& upsampling, int columns,
                     std::string x, std::vector<std::string> rows, bool goes_down);

    void find_loads(PtxWriter& to);
    void load(PtxWriter& to, int row, const std::string& inside);

    const std::string& above() const { return above_; }
    std::vector<ptx::Number> cells(PtxWriter& to, int row);
    // Prepares value() for a row. Must be called before value() of the same row.
    void prepare(std::span<const ptx::Number> cells, int row);

    // Returns the upsampled value of a pixel. `fine` is the guide's value at this pixel, at full
    // resolution.
    ptx::Number value(int row, int column, const ptx::Number& fine) const;

  private:
    enum Plane : int { value_plane, guide_plane };
    struct ColumnPosition {
        int left;
        float part;
    };
    // The upsampled value of a pixel, as a linear function of the guide's value at full resolution.
    struct Line {
        ptx::Number slope;
        ptx::Number offset;
        ptx::Number least;  // bounds of the upsampled value, if is_bounded()
        ptx::Number most;
    };
    template <typename T>
    using ByPosition = std::map<std::pair<int, int>, T>;

    bool is_joint() const { return upsampling_.kind == ResampleKind::joint; }
    bool is_bounded() const;
    const Buffer& buffer(Plane plane) const;
    ColumnPosition place_of(int column) const;
    void add_row(PtxWriter& to, Plane plane, const std::string& y, int chunk_row);
    void find_rows(PtxWriter& to, const std::string& y, std::vector<std::string>& rows);
    const ptx::Number& sample(PtxWriter& to, Plane plane, int coarse_row, int column);
    ptx::Number slope(PtxWriter& to, int row, int left);
    std::pair<ptx::Number, ptx::Number> bounds(PtxWriter& to, int row, int left);
    ptx::Number remainder(PtxWriter& to, const ptx::Number& slope, int coarse_row, int column);

    const FrameAccess& frame_;
    Upsampling upsampling_;
    int columns_;
    std::string x_;
    std::vector<std::string> rows_;
    bool goes_down_;
    int ratio_;
    std::string above_;
    std::vector<RowLoad> loads_;
    size_t of_row_ = 0;
    std::vector<ptx::Number> parts_;
    std::array<ByPosition<ptx::Number>, 2> samples_;
    ByPosition<Line> lines_;
};

}  // namespace tonelift::cuda
