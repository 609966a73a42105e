// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cpu/resample_pass.h"

#include <algorithm>
#include <optional>

#include "kernels/cpu/grid_pass.h"
#include "kernels/index16.h"
#include "kernels/resample/resample.h"

namespace tonelift {
namespace {

PointProgram load_program(int buffer) {
    PointProgram program;
    program.values = 1;
    Instruction load;
    load.op = Op::load_buffer;
    load.index = index16(buffer);
    Instruction store;
    store.op = Op::store_core;
    store.in[0] = Operand::value(0);
    program.code = {load, store};
    return program;
}

constexpr int least_resample_rows = 8;  // number of rows of the lowest bands

class ResamplePass : public GridPass {
  public:
    ResamplePass(const Pass& pass, const Resample& resample, CpuContext& context)
        : GridPass(pass, resample, context, context.tuning.resample_band_rows, least_resample_rows),
          repeated_(pass.prologue, context, in_reductions_, false),
          effects_(PassProgram::has_effects(pass.prologue)) {
        if (joint())
            fine_guide_.emplace(load_program(pass.inputs.at(fine_guide).buffer), context,
                                out_reductions_);
        for (int i = 0; i < bands_.count(); ++i)
            tallest_ = std::max(tallest_, needed(i).last - needed(i).first);
        for (int i = 0; i < bands_.workers(); ++i) workers_.emplace_back(*this, i);
    }

  private:
    struct Memory {
        Memory(const ResamplePass& pass, int worker)
            : scratch(pass.context_.shared.at(worker, core_scratch)) {
            const auto rows = [&](int place, int count, int width) {
                return FloatRows(pass.context_.shared.at(worker, place), count, width);
            };
            value = rows(input_rows, pass.tallest_, pass.resample_.in_width);
            unread = rows(unread_row, 1, pass.resample_.in_width);
            out = rows(output_rows, pass.bands_.most_rows(), pass.width_);
            scratch.reserve(resample_scratch(pass.resample_, pass.width_));
            if (!pass.joint()) return;
            guide = rows(input_rows + 1, pass.tallest_, pass.resample_.in_width);
            fine = rows(guide_rows, pass.bands_.most_rows(), pass.width_);
        }
        FloatRows value;
        FloatRows guide;
        FloatRows unread;
        FloatRows fine;
        FloatRows out;
        Aligned<float>& scratch;
    };

    bool joint() const { return resample_.kind == ResampleKind::joint; }
    RowRange needed(int band) const {
        return resample_input_rows(resample_, height_, bands_.at(band).first,
                                   bands_.at(band).rows());
    }

    // Returns the input rows that belong to a band. Other bands can also compute these rows, but
    // only this band stores them and counts them in reductions.
    RowRange owned(int band) const {
        const int first = band == 0 ? 0 : needed(band).first;
        return {first, band + 1 == bands_.count() ? resample_.in_height
                                                  : std::max(first, needed(band + 1).first)};
    }

    void make_input(int band, int worker) {
        const Memory& memory = workers_[static_cast<size_t>(worker)];
        const RowRange needs = needed(band), owns = owned(band);
        const int first = effects_ ? std::min(needs.first, owns.first) : needs.first;
        const int last = effects_ ? std::max(needs.last, owns.last) : needs.last;
        for (int y = first; y < last; ++y) {
            const bool read = y >= needs.first && y < needs.last,
                       own = y >= owns.first && y < owns.last;
            if (!read && !own) continue;
            OutsideRows rows;
            rows.to[0] = read ? memory.value.row(y - needs.first) : memory.unread.row(0);
            if (joint())
                rows.to[1] = read ? memory.guide.row(y - needs.first) : memory.unread.row(0);
            (own ? prologue_ : repeated_).run(worker, 0, y, resample_.in_width, rows);
        }
    }

    void run(int item, int worker) override {
        const Memory& memory = workers_[static_cast<size_t>(worker)];
        make_input(item, worker);
        ResampleBand band{};
        band.value = memory.value.row(0);
        if (joint()) {
            band.guide = memory.guide.row(0);
            band.fine_guide = memory.fine.row(0);
        }
        band.pitch = memory.value.pitch();
        band.out_pitch = memory.out.pitch();
        band.out = memory.out.row(0);
        band.out_width = width_;
        band.out_height = height_;
        band.y = bands_.at(item).first;
        band.rows = bands_.at(item).rows();
        band.input = needed(item);
        for (int y = 0; joint() && y < band.rows; ++y) {
            OutsideRows rows;
            rows.to[0] = memory.fine.row(y);
            fine_guide_->run(worker, 0, band.y + y, width_, rows);
        }
        resample_band(resample_, band, memory.scratch.data(), context_.set);
        for (int y = 0; y < band.rows; ++y) make_output(worker, band.y + y, memory.out.row(y));
    }

    PassProgram repeated_;
    std::optional<PassProgram> fine_guide_;
    bool effects_;
    int tallest_ = 0;
    std::vector<Memory> workers_;
};

}  // namespace

std::unique_ptr<PassRunner> make_resample_pass(const Pass& pass, const Resample& resample,
                                               CpuContext& context) {
    return std::make_unique<ResamplePass>(pass, resample, context);
}

}  // namespace tonelift
