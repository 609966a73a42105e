// SPDX-License-Identifier: BSD-2-Clause
//
// Names the registers by which the programs of a kernel access a frame, and emits PTX that fills
// them.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "kernels/cuda/emit/ptx_writer.h"
#include "kernels/device/frame_layout.h"
#include "kernels/device/pq_tables.h"
#include "kernels/input_grid.h"

namespace tonelift::cuda {

class FrameAccess {
  public:
    // `kernel` is the name of the kernel in which the programs are inserted. `width` and `rows` are
    // the size of its result.
    FrameAccess(std::string kernel, const FrameLayout& layout,
                std::vector<const PointProgram*> programs, int width, int rows);

    const Plan& plan() const { return *layout_.plan; }
    const FrameLayout& layout() const { return layout_; }
    int rows() const { return rows_; }
    int input_reduction() const { return tonelift::input_reduction(plan().input, columns_, rows_); }

    std::string globals() const;
    std::string declarations() const;
    std::string setup(const std::string& frame, const std::string& width) const;
    std::string finish(const std::string& block) const;
    struct Pixel {
        std::string frame;
        std::string x;
        std::string y;
    };
    // Emits PTX that prefetches plane samples into the L2 cache: the samples that `program` loads
    // for `pixel`. The kernel may be computing a frame other than `pixel.frame`.
    std::string ahead(const PointProgram& program, const Pixel& pixel, std::string prefix) const;

    std::string base(int entry) const;
    std::string pitch(int entry) const;
    std::string uniform(int index) const;
    std::string input_row(PtxWriter& to, const std::string& y) const;
    std::string width() const { return "%tw"; }
    std::string last_column() const { return "%tl"; }
    // Emits PTX that reads the last column or the last row of a plane, which is the plane's width
    // or height minus 1, from the parameters of the kernel. PTX texts are then equal for all sizes
    // of frames. Returns a constant if the parameters do not contain the number.
    std::string last_column_of(PtxWriter& to, int width) const;
    std::string last_row_of(PtxWriter& to, int height) const;
    std::string bins(int reduction) const;
    std::string key(int reduction) const;
    std::string total(int reduction) const;

    bool reduces() const { return !reductions_.empty(); }
    bool keeps_rows() const {
        return stores_output_ && enlarges_ && !plan().output.format->is_texture();
    }

  private:
    std::string last_of(PtxWriter& to, size_t parameters, int of_result, int of_plane) const;
    void load_entries(PtxWriter& to, const std::string& entries) const;
    std::string begin(PtxWriter& to, const std::string& width) const;
    void zero_bins(PtxWriter& to, int reduction) const;
    void finish_bins(PtxWriter& to, int reduction) const;
    void finish_key(PtxWriter& to, int reduction) const;
    void finish_total(PtxWriter& to, int reduction, const std::string& block) const;
    std::string slot(PtxWriter& to, int reduction) const;

    std::string kernel_;
    FrameLayout layout_;
    int columns_;
    int rows_;
    std::set<int> entries_;
    std::set<int> uniforms_;
    std::set<int> reductions_;
    PqTables pq_tables_;
    bool stores_output_ = false;
    bool enlarges_ = false;
};

}  // namespace tonelift::cuda
