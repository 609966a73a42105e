// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cpu/stencil_pass.h"

#include <bit>

#include "kernels/cpu/band_inputs.h"
#include "kernels/stencil/stencil.h"

namespace tonelift {
namespace {

class StencilPass : public PassRunner {
  public:
    StencilPass(const Pass& pass, const Stencil& stencil, CpuContext& context)
        : context_(context),
          stencil_(stencil),
          width_(pass.width),
          reductions_(context, pass.width, pass.height, strip_pixels,
                      band_count(pass, context, stencil.radius_y)),
          inputs_(pass, context, reductions_, stencil_info(stencil.kind).inputs, stencil.radius_x,
                  stencil.radius_y),
          epilogue_(pass.epilogue, context, reductions_) {
        for (int i = 0; i < reductions_.workers(); ++i) workers_.emplace_back(*this, i);
    }

    int items() const override { return inputs_.bands(); }
    int workers() const override { return reductions_.workers(); }
    std::vector<PassReductions*> reductions() override { return {&reductions_}; }

    void run(int band, int worker) override {
        inputs_.make(band, worker);
        run_band(band, worker);
    }

  private:
    struct Memory {
        Memory(const StencilPass& pass, int worker)
            : out(pass.context_.shared.at(worker, output_rows), pass.inputs_.most_rows(),
                  pass.width_),
              scratch(pass.context_.shared.at(worker, core_scratch)) {
            scratch.reserve(stencil_scratch(pass.stencil_, pass.width_, pass.inputs_.most_rows()));
        }
        FloatRows out;
        Aligned<float>& scratch;
    };

    void run_band(int item, int worker) {
        const Memory& memory = workers_[static_cast<size_t>(worker)];
        StencilBand band{};
        band.value = inputs_.at(worker, 0);
        if (stencil_info(stencil_.kind).inputs > 1) band.guide = inputs_.at(worker, 1);
        band.pitch = inputs_.pitch();
        band.out = memory.out.row(0);
        band.out_pitch = memory.out.pitch();
        band.width = width_;
        band.rows = inputs_.rows(item);
        band.first_row = inputs_.first_row(item);
        band.seed = std::bit_cast<uint32_t>(
            context_.uniforms.data()[static_cast<size_t>(FrameUniform::noise) * block_floats]);
        stencil_band(stencil_, band, memory.scratch.data(), context_.set);
        for (int y = 0; y < band.rows; ++y) {
            OutsideRows row;
            row.from[0] = memory.out.row(y);
            epilogue_.run(worker, 0, band.first_row + y, width_, row);
        }
    }

    CpuContext& context_;
    Stencil stencil_;
    int width_;
    PassReductions reductions_;
    BandInputs inputs_;
    PassProgram epilogue_;
    std::vector<Memory> workers_;
};

}  // namespace

std::unique_ptr<PassRunner> make_stencil_pass(const Pass& pass, const Stencil& stencil,
                                              CpuContext& context) {
    return std::make_unique<StencilPass>(pass, stencil, context);
}

}  // namespace tonelift
