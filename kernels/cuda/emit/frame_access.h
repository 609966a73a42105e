// SPDX-License-Identifier: BSD-2-Clause
//
// Names the registers by which the programs of a kernel access a frame. setup() loads addresses
// into these registers once, chunks use the registers, and finish() stores the results of
// reductions.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "kernels/cuda/emit/pq_table.h"
#include "kernels/cuda/emit/ptx_writer.h"
#include "kernels/device/frame_layout.h"
#include "kernels/input_grid.h"

namespace tonelift::cuda {

class FrameAccess {
  public:
    // `width` and `rows` are the size of the grid that the programs run over.
    FrameAccess(const FrameLayout& layout, std::vector<const PointProgram*> programs, int width,
                int rows);

    const Plan& plan() const { return *layout_.plan; }
    const FrameLayout& layout() const { return layout_; }
    int rows() const { return rows_; }
    // Returns whether programs read the input at half resolution.
    bool halves_input() const { return is_halved(plan().input, columns_, rows_); }

    // Return declarations. globals() are those outside the kernel. declarations() are the registers
    // and shared memory of the kernel.
    std::string globals() const;
    std::string declarations() const;
    // setup() loads the registers at the start of a block. finish() stores the reductions at the
    // end of a block. `frame` is the register with the address of the frame's entries. `width` is
    // the register with the width of the grid. `block` is the register with the number of the block
    // in its frame.
    std::string setup(const std::string& frame, const std::string& width) const;
    std::string finish(const std::string& block) const;
    // Prefetches the buffer values that a program loads for a pixel into the L2 cache (ahead()).
    // Pixel contains the registers with the frame's entries and the position of the pixel. The
    // frame may be another one than that of the block.
    struct Pixel {
        std::string frame;
        std::string x;
        std::string y;
    };
    std::string ahead(const PointProgram& program, const Pixel& pixel, std::string prefix) const;

    // Return names of registers: for the address and the pitch of an entry, and for a uniform.
    std::string base(int entry) const;
    std::string pitch(int entry) const;
    std::string uniform(int index) const;
    // Returns the register with the input row for row y of the grid. If both rows are the same, it
    // is the register of y.
    std::string input_row(PtxWriter& to, const std::string& y) const;
    std::string width() const { return "%tw"; }
    std::string last_column() const { return "%tl"; }
    std::string bins(int reduction) const;   // name of the histogram in shared memory
    std::string key(int reduction) const;    // register of the largest key so far
    std::string total(int reduction) const;  // register of the sum so far, a double

    bool reduces() const { return !reductions_.empty(); }
    // Returns whether rows may share values (kernels/cuda/emit/kept_rows.h).
    bool keeps_rows() const {
        return stores_output_ && enlarges_ && !plan().output.format->is_texture();
    }

  private:
    void load_entries(PtxWriter& to, const std::string& entries) const;
    std::string begin(PtxWriter& to, const std::string& width) const;
    void zero_bins(PtxWriter& to, int reduction) const;
    void finish_bins(PtxWriter& to, int reduction) const;
    void finish_key(PtxWriter& to, int reduction) const;
    void finish_total(PtxWriter& to, int reduction, const std::string& block) const;
    std::string slot(PtxWriter& to, int reduction) const;

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
