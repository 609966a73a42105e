// SPDX-License-Identifier: BSD-2-Clause
//
// Upsamplings on the device (kernels/pass.h, Upsampling): the values of a small plane at the pixels
// of a chunk. The arithmetic is that of kernels/point/upsample.cpp. Between two rows of the small
// plane values are lines: a thread that goes down the rows of the picture keeps them in shared
// memory until it comes to the next row of the small plane.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "kernels/cuda/emit/chunk_loads.h"
#include "kernels/cuda/emit/frame_access.h"
#include "kernels/cuda/emit/ptx_math.h"

namespace tonelift::cuda {

class UpsampledEmitter {
  public:
    // index: of the upsampling. columns, x, rows, goes_down: as InputEmitter has them.
    UpsampledEmitter(const FrameAccess& frame, int index, int columns, std::string x,
                     std::vector<std::string> rows, bool goes_down);

    // Makes what the pixels of a row of the chunk need. inside: as load_rows() has it.
    void begin_row(PtxWriter& to, int row, const std::string& inside);

    // The value at a pixel of that row. fine: the fine guide there.
    ptx::Number value(int row, int column, const ptx::Number& fine) const;

  private:
    enum Plane : int { value_plane, guide_plane };
    // The place between two columns, and how near a pixel is to the second.
    struct Place {
        int left;
        float part;
    };
    // The value of a pixel: slope x fine guide + offset.
    struct Line {
        ptx::Number slope;
        ptx::Number offset;
    };
    using Numbers = std::vector<ptx::Number>;
    // The samples of two coarse rows: by plane and row, from the column before the chunk on.
    using Samples = std::array<std::array<Numbers, 2>, 2>;

    bool is_joint() const { return upsampling_.kind == ResampleKind::joint; }
    const Buffer& buffer(Plane plane) const;
    Place place_of(int column) const;
    Numbers lines(PtxWriter& to, const std::string& above, const std::string& inside) const;
    Numbers kept_lines(PtxWriter& to, const std::string& above, const std::string& inside) const;
    void add_loads(PtxWriter& to, Plane plane, const std::string& y,
                   std::vector<RowLoad>& loads) const;
    Samples load(PtxWriter& to, const std::string& above, const std::string& inside) const;
    static ptx::Number slope(const Samples& samples, int left, float epsilon);
    ptx::Number offset(const Samples& samples, int row, const Place& place,
                       const ptx::Number& slope) const;

    const FrameAccess& frame_;
    int index_;
    Upsampling upsampling_;
    int columns_;
    std::string x_;
    std::vector<std::string> rows_;
    bool goes_down_;
    int ratio_;
    std::map<std::pair<int, int>, Line> lines_;  // by row of the chunk, column
};

}  // namespace tonelift::cuda
