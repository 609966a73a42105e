// SPDX-License-Identifier: BSD-2-Clause
//
// Emits the unpacking of the input frame: its components at the pixels of a chunk. The arithmetic
// equals that of kernels/unpack/unpack_cpu.cpp to the last bit.
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

// The rows and the first column of a chunk.
struct ChunkPlace {
    int columns = 0;
    std::string x;
    // Registers with the index of each row. There is a single row, or an even row and the row after
    // it.
    std::vector<std::string> rows;
    bool goes_down = false;  // whether the next chunk is below this chunk
};

class InputEmitter {
  public:
    virtual ~InputEmitter() = default;

    // Announces a component that will be read. Must be called before add_loads().
    void want(int component);
    // Returns whether the emitter reads pixels outside the chunk.
    bool reads_neighbors() const { return reads_neighbors_; }
    // Adds the loads of the wanted components. Their words get register names when the loads are
    // emitted.
    void add_loads(PtxWriter& to, std::vector<RowLoad>& loads);

    // Returns the component of a pixel of the chunk. Must be called after the loads.
    ptx::Number value(PtxWriter& to, const std::vector<RowLoad>& loads, int component, int row,
                      int column);

  protected:
    InputEmitter(const FrameAccess& frame, ChunkPlace chunk)
        : frame_(frame), chunk_(std::move(chunk)) {}

    // The loads of a plane's samples, row by row. They are a range of the list of all loads, from
    // index `first` on.
    struct PlaneLoads {
        bool added = false;
        size_t first = 0;
        size_t of_row = 1;  // number of loads per row
    };
    // A sample in two forms. Integer formats: loaded = code * 2^shift + code_base; value = (code -
    // zero) * 2^shift, where zero is the code of the value 0. Float formats: both are the sample.
    // Both forms give the same difference of two samples.
    struct LoadedSample {
        ptx::Number loaded;
        ptx::Number value;
    };
    // A cache of values that have been computed, by row and column.
    template <typename T>
    using ByPlace = std::map<std::pair<int, int>, T>;

    virtual void add_component(PtxWriter& to, int component, std::vector<RowLoad>& loads) = 0;
    // Returns whether samples outside the chunk contribute to a component.
    virtual bool spreads(int component) const = 0;
    // Returns (code - zero) * 2^shift of a pixel, where zero is the code of the value 0. For float
    // formats, returns the number itself.
    virtual ptx::Number code(PtxWriter& to, const std::vector<RowLoad>& loads, int component,
                             int row, int column) = 0;

    const Picture& picture() const { return frame_.plan().input; }
    bool is_subsampled(int component) const;
    size_t load_index(int component) const;
    PlaneLoads& plane_of(int component) { return planes_[load_index(component)]; }
    RowLoad load_of(int component, const std::string& row) const;
    // Returns the register with the index of a chroma row, clamped to the rows of the plane.
    std::string chroma_row(PtxWriter& to, int component, const std::string& y) const;
    // The position of a sample in the loads. A pixel of a load can span several columns of samples.
    struct SamplePosition {
        const RowLoad* load;
        int pixel;
        int sample;
    };
    SamplePosition place_of(const std::vector<RowLoad>& loads, int component, int row,
                            int column) const;
    const LoadedSample& sample(PtxWriter& to, const std::vector<RowLoad>& loads, int component,
                               int row, int column);
    // Returns zero * 2^shift, where zero is the code of the value 0.
    float zero_of(int component) const;

    const FrameAccess& frame_;
    const ChunkPlace chunk_;

  private:
    ptx::Number loaded(PtxWriter& to, const std::vector<RowLoad>& loads, int component, int row,
                       int column) const;

    std::array<bool, 4> wanted_{};
    bool reads_neighbors_ = false;
    std::array<PlaneLoads, 4> planes_;              // indexed by load_index()
    std::array<ByPlace<LoadedSample>, 4> samples_;  // per component, by row and column of sample
};

// Returns the emitter for the size of the grid that the frame's programs run over.
std::unique_ptr<InputEmitter> make_input_emitter(const FrameAccess& frame, ChunkPlace chunk);

}  // namespace tonelift::cuda
