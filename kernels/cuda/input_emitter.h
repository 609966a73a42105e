// SPDX-License-Identifier: BSD-2-Clause
//
// Unpacking on the device: the components of the input frame at the pixels of a chunk. The same
// arithmetic as kernels/unpack/unpack_cpu.cpp, to the last bit.
#pragma once

#include <array>
#include <vector>

#include "kernels/cuda/chunk_loads.h"
#include "kernels/cuda/frame_access.h"
#include "kernels/cuda/ptx_math.h"

namespace tonelift::cuda {

class InputEmitter {
  public:
    InputEmitter(const FrameAccess& frame, int pixels, std::string x, std::string y);

    // Says that a component will be read, before the loads.
    void want(int component);
    // Whether pixels beside the chunk are read.
    bool reads_neighbors() const { return reads_neighbors_; }
    // The runs that hold what is wanted; their words are filled when they are loaded.
    void add_runs(PtxWriter& to, std::vector<Run>& runs);

    // Component of pixel i of the chunk, after the loads.
    ptx::Number value(PtxWriter& to, const std::vector<Run>& runs, int component, int i);

  private:
    const Picture& picture() const { return frame_.plan().input; }
    bool is_subsampled(int component) const;
    std::string row_address(PtxWriter& to, int plane, const std::string& row) const;
    void add_full(PtxWriter& to, int component, std::vector<Run>& runs);
    void add_chroma(PtxWriter& to, int component, std::vector<Run>& runs);
    void add_chroma_row(PtxWriter& to, int component, const std::string& row,
                        std::vector<Run>& runs);
    ptx::Number unbiased(PtxWriter& to, const std::vector<Run>& runs, size_t first, int component,
                         int pixel);
    ptx::Number chroma_sample(PtxWriter& to, const std::vector<Run>& runs, int component,
                              int pixel);
    ptx::Number chroma_value(PtxWriter& to, const std::vector<Run>& runs, int component, int i);

    // The runs of a plane: one, or those of two chroma rows and how much of the second counts.
    struct PlaneRuns {
        bool added = false;
        size_t first = 0;
        size_t of_row = 0;  // runs of one row
        ptx::Number weight;
    };
    const FrameAccess& frame_;
    int pixels_;
    std::string x_;
    std::string y_;
    std::array<bool, 4> wanted_{};
    bool reads_neighbors_ = false;
    std::array<PlaneRuns, 4> planes_;
    std::array<std::vector<ptx::Number>, 4> chroma_;  // samples of the chunk, from -1 on
};

}  // namespace tonelift::cuda
