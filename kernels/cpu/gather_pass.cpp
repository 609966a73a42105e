// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cpu/gather_pass.h"

#include <algorithm>

#include "kernels/cpu/band_inputs.h"

namespace tonelift {
namespace {

using Here = std::array<const float*, max_core_inputs>;

// Runs the term of a gather filter for all neighbors of a strip of pixels. Sums each row of
// neighbors separately, because rounding errors would grow in one long sum.
class BoundTerm {
  public:
    BoundTerm(const Gather& gather, const PreparedProgram& program, CpuContext& context, int worker)
        : gather_(gather),
          program_(program),
          context_(context),
          at_(program.entries()),
          rows_(context.shared.at(worker, program_rows)),
          weights_(gather.weights.size() * block_floats),
          row_sums_(static_cast<size_t>(gather.sums) * strip_pixels) {
        rows_.reserve(program.scratch_floats());
    }

    void run(const Here& here, ptrdiff_t pitch, int pixels, const FloatRows& sums, int x) {
        if (!is_bound_) bind();
        for (int i = 0; i < gather_.sums; ++i) std::fill_n(sums.row(i) + x, pixels, 0.0f);
        for (int dy = -gather_.radius; dy <= gather_.radius; ++dy) {
            std::fill_n(row_sums_.data(), row_sums_.size(), 0.0f);
            for (int dx = -gather_.radius; dx <= gather_.radius; ++dx) {
                place_weights(gather_.index_of(dx, dy));
                place_inputs(here, dy * pitch + dx);
                program_.run({at_.data(), round_up_to_block(pixels), 0, 0});
            }
            for (int i = 0; i < gather_.sums; ++i) add(row_sum(i), sums.row(i) + x, pixels);
        }
    }

  private:
    void bind() {
        program_.bind(at_, rows_.data(), context_.uniforms.data());
        for (const auto& access : program_.accesses()) {
            void*& at = at_[access.entry];
            if (access.op == Op::lookup) at = context_.table_of(program_, access);
            if (access.op == Op::load_weight) at = weights_.data() + access.index * block_floats;
            if (access.op == Op::load_core || access.op == Op::store_core)
                at = row_sum(access.index);
        }
        is_bound_ = true;
    }

    float* row_sum(int i) const { return row_sums_.data() + i * strip_pixels; }

    static void add(const float* from, float* to, int pixels) {
        for (int x = 0; x < pixels; ++x) to[x] += from[x];
    }

    void place_weights(size_t neighbor) {
        for (size_t i = 0; i < gather_.weights.size(); ++i)
            fill_block(weights_.data() + i * block_floats, gather_.weights[i][neighbor]);
    }

    void place_inputs(const Here& here, ptrdiff_t offset) {
        for (const auto& access : program_.accesses()) {
            const bool neighbor = access.op == Op::load_neighbor;
            if (!neighbor && access.op != Op::load_here) continue;
            at_[access.entry] =
                const_cast<float*>(here[access.index] + (neighbor ? offset : ptrdiff_t{0}));
        }
    }

    const Gather& gather_;
    const PreparedProgram& program_;
    CpuContext& context_;
    ApartVector<void*> at_;
    Aligned<float>& rows_;
    Aligned<float> weights_;
    Aligned<float> row_sums_;
    bool is_bound_ = false;
};

class GatherPass : public PassRunner {
  public:
    GatherPass(const Pass& pass, const Gather& gather, CpuContext& context)
        : gather_(gather),
          width_(pass.width),
          reductions_(context, pass.width, pass.height, strip_pixels,
                      band_count(pass, context, gather.radius)),
          term_(gather.term, context.plan.buffers, context.set, nullptr, reductions_.strip()),
          inputs_(pass, context, reductions_, gather.inputs, gather.radius, gather.radius),
          epilogue_(pass.epilogue, context, reductions_) {
        for (int i = 0; i < reductions_.workers(); ++i) {
            terms_.emplace_back(gather_, term_, context, i);
            rows_.emplace_back(context.shared.at(i, output_rows), gather.sums, pass.width);
        }
    }

    int items() const override { return inputs_.bands(); }
    int workers() const override { return reductions_.workers(); }
    std::vector<PassReductions*> reductions() override { return {&reductions_}; }

    void run(int band, int worker) override {
        inputs_.make(band, worker);
        for (int y = 0; y < inputs_.rows(band); ++y)
            run_row(worker, y, inputs_.first_row(band) + y);
    }

  private:
    void run_row(int worker, int y, int row) {
        const FloatRows& sums = rows_[static_cast<size_t>(worker)];
        BoundTerm& term = terms_[static_cast<size_t>(worker)];
        for (int x = 0; x < width_; x += strip_pixels) {
            const int pixels = std::min(strip_pixels, width_ - x);
            Here here{};
            for (int i = 0; i < gather_.inputs; ++i)
                here[static_cast<size_t>(i)] = inputs_.at(worker, i) + y * inputs_.pitch() + x;
            term.run(here, inputs_.pitch(), pixels, sums, x);
        }
        OutsideRows rows;
        for (int i = 0; i < gather_.sums; ++i) rows.from[static_cast<size_t>(i)] = sums.row(i);
        epilogue_.run(worker, 0, row, width_, rows);
    }

    const Gather& gather_;
    int width_;
    PassReductions reductions_;
    PreparedProgram term_;
    BandInputs inputs_;
    PassProgram epilogue_;
    std::vector<BoundTerm> terms_;
    std::vector<FloatRows> rows_;
};

}  // namespace

std::unique_ptr<PassRunner> make_gather_pass(const Pass& pass, const Gather& gather,
                                             CpuContext& context) {
    return std::make_unique<GatherPass>(pass, gather, context);
}

}  // namespace tonelift
