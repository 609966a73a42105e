// SPDX-License-Identifier: BSD-2-Clause
//
// Emits PTX that unpacks input pixels. The results equal those of kernels/unpack/unpack_cpu.cpp to
// the last bit.
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

struct ChunkPosition {
    int columns = 0;
    std::string x;
    std::vector<std::string> rows;
    bool goes_down = false;
};

class InputEmitter {
  public:
    virtual ~InputEmitter() = default;

    // Requests a color component. Must be called for each component that the program reads, before
    // add_loads().
    void want(int component);
    bool reads_neighbors() const { return reads_neighbors_; }
    void add_loads(PtxWriter& to, std::vector<RowLoad>& loads);

    // The loads of a row have one or more parts. end_part() must be called after each part, and
    // before value() of the same row.
    virtual int parts() const { return 1; }
    virtual void end_part(PtxWriter&, const std::vector<RowLoad>&, int /*row*/, int /*part*/) {}
    ptx::Number value(PtxWriter& to, const std::vector<RowLoad>& loads, int component, int row,
                      int column);

  protected:
    InputEmitter(const FrameAccess& frame, ChunkPosition chunk)
        : frame_(frame), chunk_(std::move(chunk)) {}

    struct PlaneLoads {
        bool added = false;
        size_t first = 0;
        size_t of_row = 1;
    };
    struct LoadedSample {
        ptx::Number loaded;
        ptx::Number value;
    };
    template <typename T>
    using ByPosition = std::map<std::pair<int, int>, T>;

    virtual void add_component(PtxWriter& to, int component, std::vector<RowLoad>& loads) = 0;
    virtual bool spreads(int component) const = 0;
    virtual ptx::Number code(PtxWriter& to, const std::vector<RowLoad>& loads, int component,
                             int row, int column) = 0;

    const Picture& picture() const { return frame_.plan().input; }
    bool is_wanted(int component) const { return wanted_[static_cast<size_t>(component)]; }
    bool is_subsampled(int component) const;
    size_t load_index(int component) const;
    PlaneLoads& plane_of(int component) { return planes_[load_index(component)]; }
    RowLoad load_of(int component, const std::string& row) const;
    std::string chroma_row(PtxWriter& to, int component, const std::string& y) const;
    struct SamplePosition {
        const RowLoad* load;
        int pixel;
        int sample;
    };
    SamplePosition place_of(const std::vector<RowLoad>& loads, int component, int row,
                            int column) const;
    const LoadedSample& sample(PtxWriter& to, const std::vector<RowLoad>& loads, int component,
                               int row, int column);
    float zero_of(int component) const;

    const FrameAccess& frame_;
    const ChunkPosition chunk_;

  private:
    ptx::Number loaded(PtxWriter& to, const std::vector<RowLoad>& loads, int component, int row,
                       int column) const;

    std::array<bool, 4> wanted_{};
    bool reads_neighbors_ = false;
    std::array<PlaneLoads, 4> planes_;
    std::array<ByPosition<LoadedSample>, 4> samples_;
};

std::unique_ptr<InputEmitter> make_input_emitter(const FrameAccess& frame, ChunkPosition chunk);

}  // namespace tonelift::cuda
