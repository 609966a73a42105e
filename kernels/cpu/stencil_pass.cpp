// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cpu/stencil_pass.h"

#include <algorithm>
#include <bit>

#include "kernels/cpu/program.h"
#include "kernels/stencil/stencil.h"

namespace tonelift {
namespace {

// Rows of a band: enough that the rows around it, which its neighbors make too, do not dominate.
int band_rows(const Stencil& stencil) { return std::clamp(2 * stencil.radius_y, 16, 128); }

bool has_guide(const Stencil& stencil) {
    return stencil.kind == StencilKind::surface_blur || stencil.kind == StencilKind::bilateral;
}

// Pixels before a row's first, so that the first is aligned.
int left_of(const Stencil& stencil) { return round_up_to_block(stencil.radius_x); }

class StencilPass : public PassRunner {
  public:
    StencilPass(const Pass& pass, const Stencil& stencil, CpuContext& context)
        : context_(context),
          stencil_(stencil),
          width_(pass.width),
          height_(pass.height),
          band_(band_rows(stencil)),
          left_(left_of(stencil)),
          reductions_(context, pass.width, pass.height, strip_pixels),
          prologue_(pass.prologue, context, reductions_),
          repeated_(pass.prologue, context, reductions_, false),
          epilogue_(pass.epilogue, context, reductions_) {
        for (int i = 0; i < context.workers.count(); ++i) workers_.emplace_back(*this);
    }

    void run() override {
        reductions_.begin();
        context_.workers.run((height_ + band_ - 1) / band_,
                             [&](int band, int worker) { run_band(band, worker); });
        reductions_.finish();
    }

  private:
    struct Memory {
        explicit Memory(const StencilPass& pass) : out(pass.band_, pass.width_) {
            const int rows = pass.band_ + 2 * pass.stencil_.radius_y;
            const int width = pass.left_ + round_up_to_block(pass.width_) + pass.stencil_.radius_x;
            value = FloatRows(rows, width);
            if (has_guide(pass.stencil_)) guide = FloatRows(rows, width);
            scratch = Aligned<float>(stencil_scratch(pass.stencil_, pass.width_, pass.band_));
        }
        FloatRows value;
        FloatRows guide;
        FloatRows out;
        Aligned<float> scratch;
    };

    // Row y of the picture, or the edge row nearest to it, into row `place` of the inputs.
    void make_row(int worker, int y, int place, bool own) {
        const Memory& memory = workers_[static_cast<size_t>(worker)];
        const bool guided = memory.guide.pitch() > 0;
        OutsideRows rows;
        rows.to[0] = memory.value.row(place) + left_;
        if (guided) rows.to[1] = memory.guide.row(place) + left_;
        const PassProgram& program = own ? prologue_ : repeated_;
        program.run(worker, 0, std::clamp(y, 0, height_ - 1), width_, rows);
        repeat_edges(memory.value, place);
        if (guided) repeat_edges(memory.guide, place);
    }

    void repeat_edges(const FloatRows& rows, int place) const {
        float* row = rows.row(place);
        std::fill(row, row + left_, row[left_]);
        std::fill(row + left_ + width_, row + rows.pitch(), row[left_ + width_ - 1]);
    }

    void run_band(int item, int worker) {
        const Memory& memory = workers_[static_cast<size_t>(worker)];
        const int begin = item * band_, rows = std::min(band_, height_ - begin),
                  reach = stencil_.radius_y;
        for (int y = -reach; y < rows + reach; ++y) {
            make_row(worker, begin + y, y + reach, y >= 0 && y < rows);
        }
        StencilBand band{};
        band.value = memory.value.row(reach) + left_;
        if (memory.guide.pitch() > 0) band.guide = memory.guide.row(reach) + left_;
        band.pitch = memory.value.pitch();
        band.out = memory.out.row(0);
        band.out_pitch = memory.out.pitch();
        band.width = width_;
        band.rows = rows;
        band.first_row = begin;
        band.seed = std::bit_cast<uint32_t>(
            context_.uniforms.data()[static_cast<size_t>(FrameNumber::time) * block_floats]);
        stencil_band(stencil_, band, memory.scratch.data());
        for (int y = 0; y < rows; ++y) {
            OutsideRows row;
            row.from[0] = memory.out.row(y);
            epilogue_.run(worker, 0, begin + y, width_, row);
        }
    }

    CpuContext& context_;
    Stencil stencil_;
    int width_;
    int height_;
    int band_;
    int left_;
    PassReductions reductions_;
    PassProgram prologue_;
    PassProgram repeated_;
    PassProgram epilogue_;
    std::vector<Memory> workers_;
};

}  // namespace

std::unique_ptr<PassRunner> make_stencil_pass(const Pass& pass, const Stencil& stencil,
                                              CpuContext& context) {
    return std::make_unique<StencilPass>(pass, stencil, context);
}

}  // namespace tonelift
