// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cpu/turn_pass.h"

#include <algorithm>

#include "kernels/cpu/program.h"

namespace tonelift {
namespace {

// Rows of output in bands: as many as a strip has columns, since those of a transposed picture come
// from one strip. Every pixel of the input is made once.
class TurnPass : public PassRunner {
  public:
    TurnPass(const Pass& pass, const Resample& resample, CpuContext& context)
        : context_(context),
          resample_(resample),
          width_(pass.width),
          height_(pass.height),
          in_reductions_(context, resample.in_width, resample.in_height, strip_pixels),
          out_reductions_(context, pass.width, pass.height, strip_pixels),
          prologue_(pass.prologue, context, in_reductions_),
          epilogue_(pass.epilogue, context, out_reductions_) {
        for (int i = 0; i < context.workers.count(); ++i) workers_.emplace_back(*this);
    }

    void run() override {
        in_reductions_.begin();
        out_reductions_.begin();
        context_.workers.run((height_ + strip_pixels - 1) / strip_pixels,
                             [&](int band, int worker) { run_band(band, worker); });
        in_reductions_.finish();
        out_reductions_.finish();
    }

  private:
    struct Memory {
        explicit Memory(const TurnPass& pass)
            : in(pass.transposes() ? pass.resample_.in_height : 1,
                 pass.transposes() ? strip_pixels : pass.resample_.in_width),
              out(1, pass.width_) {}
        FloatRows in;  // a strip of columns, or a row
        FloatRows out;
    };

    bool transposes() const { return resample_.kind == ResampleKind::transpose; }

    void make_input(int worker, int x, int y, int pixels, float* to) {
        OutsideRows rows;
        rows.to[0] = to;
        prologue_.run(worker, x, y, pixels, rows);
    }

    void run_band(int band, int worker) {
        const Memory& memory = workers_[static_cast<size_t>(worker)];
        const int first = band * strip_pixels, rows = std::min(strip_pixels, height_ - first);
        for (int y = 0; transposes() && y < resample_.in_height; ++y) {
            make_input(worker, first, y, rows, memory.in.row(y));
        }
        OutsideRows made;
        made.from[0] = memory.out.row(0);
        for (int y = 0; y < rows; ++y) {
            if (transposes()) {
                take_column(memory, y);
            } else {
                mirror_row(worker, first + y);
            }
            epilogue_.run(worker, 0, first + y, width_, made);
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

    CpuContext& context_;
    Resample resample_;
    int width_;
    int height_;
    PassReductions in_reductions_;
    PassReductions out_reductions_;
    PassProgram prologue_;
    PassProgram epilogue_;
    std::vector<Memory> workers_;
};

}  // namespace

std::unique_ptr<PassRunner> make_turn_pass(const Pass& pass, const Resample& resample,
                                           CpuContext& context) {
    return std::make_unique<TurnPass>(pass, resample, context);
}

}  // namespace tonelift
