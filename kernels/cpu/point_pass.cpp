// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cpu/point_pass.h"

#include <algorithm>
#include <optional>

#include "kernels/cpu/bands.h"
#include "kernels/cpu/fitted_rows.h"
#include "kernels/cpu/program.h"
#include "kernels/cpu/row_packer.h"
#include "kernels/error.h"
#include "kernels/program_has.h"

namespace tonelift {
namespace {

// Number of rows that are computed and then packed together.
constexpr int block_rows = 8;

// Number of rows of the lowest bands. Bands start at multiples of this number, so no chroma row and
// no row of texture blocks belongs to two bands.
constexpr int least_point_rows = 4;

Bands bands_of(const Pass& pass, int least, const CpuContext& context) {
    return {pass.height, context.tuning.point_band_rows, least, context.workers.count()};
}

class PointPass : public PassRunner {
  public:
    PointPass(const Pass& pass, CpuContext& context)
        : width_(pass.width),
          bands_(bands_of(pass, least_point_rows, context)),
          reductions_(context, pass.width, pass.height, point_strip(context.plan, pass),
                      bands_.workers()),
          program_(pass.epilogue, context, reductions_) {}

    int items() const override { return bands_.count(); }
    int workers() const override { return bands_.workers(); }
    std::vector<PassReductions*> reductions() override { return {&reductions_}; }

    void run(int band, int worker) override {
        const auto [begin, end] = bands_.at(band);
        program_.begin_band(worker);
        for (int y = begin; y < end; ++y) program_.run(worker, 0, y, width_, {});
    }

  private:
    int width_;
    Bands bands_;
    PassReductions reductions_;
    PassProgram program_;
};

// The pass that writes the output frame. It computes and packs block_rows rows at a time.
class OutputPass : public PassRunner {
  public:
    OutputPass(const Pass& pass, CpuContext& context)
        : context_(context),
          output_(context.plan.output),
          width_(pass.width),
          height_(pass.height),
          halo_(pack_halo(output_)),
          bands_(
              bands_of(pass, has_extra_rows() || fits() ? block_rows : least_point_rows, context)),
          reductions_(context, pass.width, pass.height, point_strip(context.plan, pass),
                      bands_.workers()),
          program_(pass.epilogue, context, reductions_) {
        if (has_extra_rows() && PassProgram::has_effects(pass.epilogue)) {
            refuse_changed_input(context.plan, pass.epilogue);
            repeated_.emplace(pass.epilogue, context, reductions_, false);
        }
        if (fits()) fitted_.emplace(pass, context, program_, reductions_.workers());
        for (int i = 0; i < reductions_.workers(); ++i) workers_.emplace_back(*this, i);
    }

    int items() const override { return bands_.count(); }
    int workers() const override { return bands_.workers(); }
    std::vector<PassReductions*> reductions() override { return {&reductions_}; }

    void run(int band, int worker) override {
        const auto [begin, end] = bands_.at(band);
        int made = begin - halo_.above;
        program_.begin_band(worker);
        if (repeated_) repeated_->begin_band(worker);
        for (int y = begin; y < end; y += block_rows) {
            const int rows = std::min(block_rows, end - y), top = y - halo_.above;
            if (fitted_) {
                make_fitted_rows(worker, y, rows);
                made = y + rows;
            }
            if (y > begin) keep_rows(worker, block_rows, halo_.above + halo_.below);
            for (; made < y + rows + halo_.below; ++made) {
                if (made < 0 || made >= height_) continue;
                make_row(worker, made, made - top, made >= begin && made < end);
            }
            pack_block(worker, y, rows);
        }
    }

  private:
    struct Rows {
        Rows(const OutputPass& pass, int worker) : packer(pass.context_, worker, block_rows) {
            const int rows = block_rows + pass.halo_.above + pass.halo_.below;
            for (int c = 0; c < 4; ++c) {
                if (pass.output_.format->components[c].plane < 0) continue;
                component[c] =
                    FloatRows(pass.context_.shared.at(worker, input_rows + c), rows, pass.width_);
            }
        }
        std::array<FloatRows, 4> component;
        RowPacker packer;
    };

    // Returns whether subsampled chroma needs extra rows above or below a band.
    bool has_extra_rows() const { return halo_.above + halo_.below > 0; }

    // Polynomials need whole tiles, and extra rows do not fill tiles.
    bool fits() const { return context_.plan.fit_tolerance > 0 && !has_extra_rows(); }

    // Throws if the program overwrites a plane that it reads. Two adjacent bands both compute the
    // rows at their border, so one band would read what the other has overwritten.
    static void refuse_changed_input(const Plan& plan, const PointProgram& program) {
        for (const Instruction& load : program.code) {
            for (const Instruction& store : program.code) {
                const std::vector<int> read = buffers_read(plan, load);
                if (store.op == Op::store_buffer && std::ranges::count(read, store.index) > 0) {
                    throw Error(Failure::internal,
                                "the output pass changes a buffer that it reads");
                }
            }
        }
    }

    // Computes an output row. If `own` is false, the row belongs to a neighboring band, so it is
    // neither stored to a plane nor counted in reductions.
    void make_row(int worker, int y, int place, bool own) {
        OutsideRows rows;
        for (int c = 0; c < 4; ++c) {
            const FloatRows& component = workers_[static_cast<size_t>(worker)].component[c];
            if (component.pitch() > 0) rows.to[c] = component.row(place);
        }
        const PassProgram& program = own || !repeated_ ? program_ : *repeated_;
        program.run(worker, 0, y, width_, rows);
    }

    void make_fitted_rows(int worker, int y, int rows) {
        const auto& to = workers_[static_cast<size_t>(worker)].component;
        fitted_->make(worker, y, rows, std::span(to).first<fit_outputs>());
    }

    void keep_rows(int worker, int from, int count) {
        for (const FloatRows& component : workers_[static_cast<size_t>(worker)].component) {
            if (component.pitch() == 0) continue;
            std::copy_n(component.row(from), component.pitch() * count, component.row(0));
        }
    }

    void pack_block(int worker, int y, int rows) {
        const Rows& memory = workers_[static_cast<size_t>(worker)];
        PackBlock block{};
        block.y = y;
        block.rows = rows;
        for (int c = 0; c < 4; ++c) {
            if (memory.component[c].pitch() == 0) continue;
            block.component[c] = memory.component[c].row(halo_.above);
            block.pitch = memory.component[c].pitch();
        }
        memory.packer.pack(block);
    }

    CpuContext& context_;
    const Picture& output_;
    int width_;
    int height_;
    PackHalo halo_;
    Bands bands_;
    PassReductions reductions_;
    PassProgram program_;
    std::optional<PassProgram> repeated_;
    std::optional<FittedRows> fitted_;
    std::vector<Rows> workers_;
};

}  // namespace

std::unique_ptr<PassRunner> make_point_pass(const Pass& pass, CpuContext& context) {
    if (program_has(pass.epilogue, Op::store_output))
        return std::make_unique<OutputPass>(pass, context);
    return std::make_unique<PointPass>(pass, context);
}

}  // namespace tonelift
