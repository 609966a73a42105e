// SPDX-License-Identifier: BSD-2-Clause
//
// Emits the upsampling of a small plane to the pixels of a chunk (kernels/pass.h, Upsampling). The
// arithmetic is that of kernels/point/upsample.cpp.
#pragma once

#include <array>
#include <map>
#include <span>
#include <tuple>
#include <vector>

#include "kernels/cuda/emit/chunk_loads.h"
#include "kernels/cuda/emit/frame_access.h"
#include "kernels/cuda/emit/ptx_math.h"

namespace tonelift::cuda {

class UpsampledEmitter {
  public:
    // The parameters `columns`, `x`, `rows` and `goes_down` are those of InputEmitter.
    UpsampledEmitter(const FrameAccess& frame, const Upsampling& upsampling, int columns,
                     std::string x, std::vector<std::string> rows, bool goes_down);

    // find_loads() lists the loads of the coarse samples. load() emits the loads for a row of the
    // chunk. `inside` is that of load_rows().
    void find_loads(PtxWriter& to);
    void load(PtxWriter& to, int row, const std::string& inside);

    // Returns the coarse row above the chunk's first row, not clamped to the plane.
    const std::string& above() const { return above_; }
    // Converts the loaded samples around a row of the chunk to the numbers of its cells. A cell is
    // the area between two coarse columns and two coarse rows. Rows of the chunk with the same
    // coarse row above them share their cells.
    std::vector<ptx::Number> cells(PtxWriter& to, int row);
    // Converts the numbers of cells to those that the pixels of a row need. These are fewer, which
    // saves registers.
    void prepare(std::span<const ptx::Number> cells, int row);

    // Returns the value at a pixel of a prepared row. `fine` is the fine guide at that pixel.
    ptx::Number value(int row, int column, const ptx::Number& fine) const;

  private:
    enum Plane : int { value_plane, guide_plane };
    // A position between two coarse columns: index of the left column, and weight of the right
    // column.
    struct ColumnPosition {
        int left;
        float part;
    };
    // The value of a pixel as a linear function of the fine guide: slope * fine guide + offset.
    struct Line {
        ptx::Number slope;
        ptx::Number offset;
    };
    template <typename T>
    using ByPlace = std::map<std::pair<int, int>, T>;  // row of the chunk, column

    bool is_joint() const { return upsampling_.kind == ResampleKind::joint; }
    const Buffer& buffer(Plane plane) const;
    ColumnPosition place_of(int column) const;
    void add_row(PtxWriter& to, Plane plane, const std::string& y, int chunk_row);
    void find_rows(PtxWriter& to, const std::string& y, std::vector<std::string>& rows);
    const ptx::Number& sample(PtxWriter& to, Plane plane, int coarse_row, int column);
    ptx::Number slope(PtxWriter& to, int row, int left);
    // Returns value - slope * guide at a coarse sample.
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
    size_t of_row_ = 0;               // number of loads per coarse row
    std::vector<ptx::Number> parts_;  // per row of the chunk: weight of the coarse row below
    std::array<ByPlace<ptx::Number>, 2> samples_;  // indexed by plane; two coarse rows per row
    ByPlace<Line> lines_;
};

}  // namespace tonelift::cuda
