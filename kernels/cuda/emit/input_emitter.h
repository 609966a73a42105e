// SPDX-License-Identifier: BSD-2-Clause
//
// Unpacking on the device: the components of the input frame at the pixels of a chunk. The same
// arithmetic as kernels/unpack/unpack_cpu.cpp, to the last bit.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "kernels/cuda/emit/chunk_loads.h"
#include "kernels/cuda/emit/frame_access.h"
#include "kernels/cuda/emit/ptx_math.h"

namespace tonelift::cuda {

// The pixels of a chunk.
struct ChunkPlace {
    int columns = 0;
    std::string x;
    std::vector<std::string> rows;  // y of each, either any one or an even one and the next
    bool goes_down = false;         // the next chunk is below
};

class InputEmitter {
  public:
    virtual ~InputEmitter() = default;

    // Says that a component will be read, before the loads.
    void want(int component);
    // Whether pixels beside the chunk are read.
    bool reads_neighbors() const { return reads_neighbors_; }
    // Adds the loads of the wanted components; their words are named when they are written.
    void add_loads(PtxWriter& to, std::vector<RowLoad>& loads);

    // Component of a pixel of the chunk, after the loads.
    ptx::Number value(PtxWriter& to, const std::vector<RowLoad>& loads, int component, int row,
                      int column);

  protected:
    InputEmitter(const FrameAccess& frame, ChunkPlace chunk)
        : frame_(frame), chunk_(std::move(chunk)) {}

    // The loads of samples side by side, those of one row of them after the other.
    struct PlaneLoads {
        bool added = false;
        size_t first = 0;
        size_t of_row = 1;  // loads of one row
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

    virtual void add_component(PtxWriter& to, int component, std::vector<RowLoad>& loads) = 0;
    // Whether samples beside those of the chunk belong to it.
    virtual bool spreads(int component) const = 0;
    // A pixel's code times 2^shift, less what that of a sample of 0 is.
    virtual ptx::Number code(PtxWriter& to, const std::vector<RowLoad>& loads, int component,
                             int row, int column) = 0;

    const Picture& picture() const { return frame_.plan().input; }
    bool is_subsampled(int component) const;
    size_t load_index(int component) const;
    PlaneLoads& plane_of(int component) { return planes_[load_index(component)]; }
    RowLoad load_of(int component, const std::string& row) const;
    // A row of chroma, kept within the plane.
    std::string chroma_row(PtxWriter& to, int component, const std::string& y) const;
    // The place of a sample in what is loaded, for its row and column among the samples. A pixel of
    // a load can be several columns of them.
    struct Place {
        const RowLoad* load;
        int pixel;
        int sample;
    };
    Place place_of(const std::vector<RowLoad>& loads, int component, int row, int column) const;
    const LoadedSample& sample(PtxWriter& to, const std::vector<RowLoad>& loads, int component,
                               int row, int column);
    // The code times 2^shift of a sample of 0.
    float zero_of(int component) const;

    const FrameAccess& frame_;
    const ChunkPlace chunk_;

  private:
    ptx::Number loaded(PtxWriter& to, const std::vector<RowLoad>& loads, int component, int row,
                       int column) const;

    std::array<bool, 4> wanted_{};
    bool reads_neighbors_ = false;
    std::array<PlaneLoads, 4> planes_;              // by load_index()
    std::array<ByPlace<LoadedSample>, 4> samples_;  // by component; places among the samples
};

// For the grid of the frame's programs.
std::unique_ptr<InputEmitter> make_input_emitter(const FrameAccess& frame, ChunkPlace chunk);

}  // namespace tonelift::cuda
