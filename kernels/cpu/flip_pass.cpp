// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cpu/flip_pass.h"

#include <algorithm>

#include "kernels/cpu/grid_pass.h"

namespace tonelift {
namespace {

class FlipPass : public GridPass {
  public:
    FlipPass(const Pass& pass, const Resample& resample, CpuContext& context)
        : GridPass(pass, resample, context, strip_pixels, strip_pixels) {
        for (int i = 0; i < bands_.workers(); ++i) workers_.emplace_back(*this, i);
    }

  private:
    struct Memory {
        Memory(const FlipPass& pass, int worker)
            : in(pass.context_.shared.at(worker, input_rows),
                 pass.transposes() ? pass.resample_.in_height : 1,
                 pass.transposes() ? strip_pixels : pass.resample_.in_width),
              out(pass.context_.shared.at(worker, output_rows), 1, pass.width_) {}
        FloatRows in;
        FloatRows out;
    };

    bool transposes() const { return resample_.kind == ResampleKind::transpose; }

    void make_input(int worker, int x, int y, int pixels, float* to) {
        OutsideRows rows;
        rows.to[0] = to;
        prologue_.run(worker, x, y, pixels, rows);
    }

    void run(int band, int worker) override {
        const Memory& memory = workers_[static_cast<size_t>(worker)];
        const int first = bands_.at(band).first, rows = bands_.at(band).rows();
        for (int y = 0; transposes() && y < resample_.in_height; ++y) {
            make_input(worker, first, y, rows, memory.in.row(y));
        }
        for (int y = 0; y < rows; ++y) {
            if (transposes()) {
                take_column(memory, y);
            } else {
                mirror_row(worker, first + y);
            }
            make_output(worker, first + y, memory.out.row(0));
        }
    }

    void take_column(const Memory& memory, int column) const {
        float* out = memory.out.row(0);
        for (int x = 0; x < width_; ++x) out[x] = memory.in.row(x)[column];
    }

    void mirror_row(int worker, int y) {
        const Memory& memory = workers_[static_cast<size_t>(worker)];
        const bool down = resample_.kind == ResampleKind::flip_y;
        const float* in = memory.in.row(0);
        make_input(worker, 0, down ? height_ - 1 - y : y, width_, memory.in.row(0));
        if (down) {
            std::copy(in, in + width_, memory.out.row(0));
        } else {
            std::reverse_copy(in, in + width_, memory.out.row(0));
        }
    }

    std::vector<Memory> workers_;
};

}  // namespace

std::unique_ptr<PassRunner> make_flip_pass(const Pass& pass, const Resample& resample,
                                           CpuContext& context) {
    return std::make_unique<FlipPass>(pass, resample, context);
}

}  // namespace tonelift
