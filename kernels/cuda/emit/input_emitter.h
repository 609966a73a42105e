// SPDX-License-Identifier: BSD-2-Clause
//
// Unpacking on the device: the components of the input frame at the pixels of a chunk. The same
// arithmetic as kernels/unpack/unpack_cpu.cpp, to the last bit.
#pragma once

#include <array>
#include <map>
#include <utility>
#include <vector>

#include "kernels/cuda/emit/chunk_loads.h"
#include "kernels/cuda/emit/frame_access.h"
#include "kernels/cuda/emit/ptx_math.h"

namespace tonelift::cuda {

class InputEmitter {
  public:
    // rows: y of each, either any one or an even one and the next. goes_down: the next chunk is
    // below.
    InputEmitter(const FrameAccess& frame, int columns, std::string x,
                 std::vector<std::string> rows, bool goes_down);

    // Says that a component will be read, before the loads.
    void want(int component);
    // Whether pixels beside the chunk are read.
    bool reads_neighbors() const { return reads_neighbors_; }
    // Adds the loads of the wanted components; their words are named when they are written.
    void add_loads(PtxWriter& to, std::vector<RowLoad>& loads);

    // Component of a pixel of the chunk, after the loads.
    ptx::Number value(PtxWriter& to, const std::vector<RowLoad>& loads, int component, int row,
                      int column);

  private:
    const Picture& picture() const { return frame_.plan().input; }
    bool is_subsampled(int component) const;
    size_t load_index(int component) const;
    RowLoad load_of(int component, const std::string& row) const;
    void add_full(PtxWriter& to, int component, std::vector<RowLoad>& loads);
    void add_chroma(PtxWriter& to, int component, std::vector<RowLoad>& loads);
    // Chroma of a row: a blend of two rows of samples, by how much of the second counts. Rows of
    // samples are numbered as they are loaded.
    struct Blend {
        int first = 0;
        int second = 0;
        ptx::Number weight{0.0f};
    };
    // The loads of samples side by side, those of one row of them after the other.
    struct PlaneLoads {
        bool added = false;
        size_t first = 0;
        size_t of_row = 1;          // loads of one row
        std::vector<Blend> blends;  // by row of the chunk
    };
    // A sample as it was loaded, that of an integer format as its code times 2^shift plus
    // code_base, and less what a sample of 0 is then. The difference of two is the same for both.
    struct LoadedSample {
        ptx::Number loaded;
        ptx::Number value;
    };
    // What was made already, by row and column.
    template <typename T>
    using ByPlace = std::map<std::pair<int, int>, T>;

    void add_chroma_row(PtxWriter& to, int component, const std::string& row,
                        std::vector<RowLoad>& loads);
    void blend_any_row(PtxWriter& to, PlaneLoads& plane, std::vector<std::string>& rows) const;
    void blend_two_rows(PtxWriter& to, PlaneLoads& plane, std::vector<std::string>& rows) const;
    ptx::Number loaded(PtxWriter& to, const std::vector<RowLoad>& loads, int component, int row,
                       int column);
    float loaded_zero(int component) const;
    const LoadedSample& sample(PtxWriter& to, const std::vector<RowLoad>& loads, int component,
                               int row, int column);
    ptx::Number blended(PtxWriter& to, const std::vector<RowLoad>& loads, int component, int row,
                        int column);
    ptx::Number chroma_value(PtxWriter& to, const std::vector<RowLoad>& loads, int component,
                             int row, int column);

    const FrameAccess& frame_;
    int columns_;
    std::string x_;
    std::vector<std::string> rows_;
    bool goes_down_;
    std::array<bool, 4> wanted_{};
    bool reads_neighbors_ = false;
    std::array<PlaneLoads, 4> planes_;              // by load_index()
    std::array<ByPlace<LoadedSample>, 4> samples_;  // by component; places among the samples
    std::array<ByPlace<ptx::Number>, 4> blended_;   // by component; rows are those of the chunk
};

}  // namespace tonelift::cuda
