// SPDX-License-Identifier: BSD-2-Clause
//
// Upsamplings on the device (kernels/pass.h, Upsampling): the values of a small plane at the pixels
// of a chunk. The arithmetic is that of kernels/point/upsample.cpp.
#pragma once

#include <array>
#include <map>
#include <tuple>
#include <vector>

#include "kernels/cuda/emit/chunk_loads.h"
#include "kernels/cuda/emit/frame_access.h"
#include "kernels/cuda/emit/ptx_math.h"

namespace tonelift::cuda {

class UpsampledEmitter {
  public:
    // columns, x, rows, goes_down: as in InputEmitter.
    UpsampledEmitter(const FrameAccess& frame, const Upsampling& upsampling, int columns,
                     std::string x, std::vector<std::string> rows, bool goes_down);

    // Adds the loads; their words get names when they are emitted.
    void add_loads(PtxWriter& to, std::vector<RowLoad>& loads);

    // Reduces the loaded samples of a row of the chunk to the values that its pixels need, which
    // saves registers.
    void prepare(PtxWriter& to, const std::vector<RowLoad>& loads, int row);

    // The value at a pixel of a prepared row. fine: the fine guide there.
    ptx::Number value(int row, int column, const ptx::Number& fine) const;

  private:
    enum Plane : int { value_plane, guide_plane };
    // Position between two columns: the left one, and the weight of the right one.
    struct ColumnPosition {
        int left;
        float part;
    };
    // The value of a pixel as a function of the fine guide: slope * fine guide + offset.
    struct Line {
        ptx::Number slope;
        ptx::Number offset;
    };
    template <typename T>
    using ByPlace = std::map<std::pair<int, int>, T>;  // row of the chunk, column

    bool is_joint() const { return upsampling_.kind == ResampleKind::joint; }
    const Buffer& buffer(Plane plane) const;
    ColumnPosition place_of(int column) const;
    void add_row(PtxWriter& to, Plane plane, const std::string& y, int chunk_row,
                 std::vector<RowLoad>& loads) const;
    void find_rows(PtxWriter& to, const std::string& y, std::vector<std::string>& rows);
    const ptx::Number& sample(PtxWriter& to, const std::vector<RowLoad>& loads, Plane plane,
                              int coarse_row, int column);
    const ptx::Number& mean(PtxWriter& to, const std::vector<RowLoad>& loads, Plane plane, int row,
                            int column);
    ptx::Number slope(PtxWriter& to, const std::vector<RowLoad>& loads, int row, int left);
    ptx::Number offset(PtxWriter& to, const std::vector<RowLoad>& loads, int row,
                       const ColumnPosition& place, const ptx::Number& slope);

    const FrameAccess& frame_;
    Upsampling upsampling_;
    int columns_;
    std::string x_;
    std::vector<std::string> rows_;
    bool goes_down_;
    int ratio_;
    size_t first_ = 0;                // index of the first load
    size_t of_row_ = 0;               // number of loads per coarse row
    std::vector<ptx::Number> parts_;  // by row of the chunk: weight of the coarse row below
    std::array<ByPlace<ptx::Number>, 2> samples_;  // by plane; two coarse rows per row
    std::array<ByPlace<ptx::Number>, 2> means_;
    ByPlace<Line> lines_;
};

}  // namespace tonelift::cuda
