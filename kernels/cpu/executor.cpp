// SPDX-License-Identifier: BSD-2-Clause
//
// The executor on the CPU runs all steps of a frame before the next frame. So it needs memory for
// one frame only, and results do not depend on how a stream is cut into batches.
#include "kernels/executor.h"

#include "kernels/cpu/context.h"
#include "kernels/cpu/frame_numbers.h"
#include "kernels/cpu/gather_pass.h"
#include "kernels/cpu/point_pass.h"
#include "kernels/cpu/resample_pass.h"
#include "kernels/cpu/scan_pass.h"
#include "kernels/cpu/stencil_pass.h"
#include "kernels/cpu/turn_pass.h"
#include "kernels/error.h"
#include "kernels/point/machine_code.h"
#include "kernels/shortcut.h"

namespace tonelift {
namespace {

class CpuExecutor : public Executor {
  public:
    CpuExecutor(const Plan& plan, int threads, const InstructionSet& set, const Tuning& tuning)
        : context_(plan, threads, set, tuning),
          numbers_(context_),
          shortcut_(shortcut_of(context_.plan)) {
        for (const auto& step : context_.plan.steps) {
            const Pass* pass = std::get_if<Pass>(&step);
            passes_.push_back(pass == nullptr ? nullptr : make_pass(*pass));
        }
        changed_.resize(passes_.size());
        for (size_t step = 0; shortcut_.has_value() && step < passes_.size(); ++step) {
            if (shortcut_->steps[step] == Shortcut::Step::changed)
                changed_[step] = make_pass(shortcut_->passes[step]);
        }
    }

    void continue_from(const Executor& previous) override {
        const auto* other = dynamic_cast<const CpuExecutor*>(&previous);
        if (other != nullptr) numbers_.continue_from(other->numbers_);
    }

    void run(Batch& batch) override {
        const size_t frames = batch.input.size();
        if (batch.output.size() != frames || batch.times.size() != frames) {
            throw Error(Failure::internal, "a batch lacks frames or times");
        }
        for (size_t i = 0; i < frames; ++i) run_frame(batch, i);
    }

    std::vector<float> states() const override { return numbers_.states(); }

  private:
    std::unique_ptr<PassRunner> make_pass(const Pass& pass) {
        if (std::holds_alternative<Point>(pass.core)) return make_point_pass(pass, context_);
        if (const auto* scan = std::get_if<Scan>(&pass.core))
            return make_scan_pass(pass, *scan, context_);
        if (const auto* stencil = std::get_if<Stencil>(&pass.core))
            return make_stencil_pass(pass, *stencil, context_);
        if (const auto* gather = std::get_if<Gather>(&pass.core))
            return make_gather_pass(pass, *gather, context_);
        const auto& resample = std::get<Resample>(pass.core);
        return is_turn(resample.kind) ? make_turn_pass(pass, resample, context_)
                                      : make_resample_pass(pass, resample, context_);
    }

    bool takes_shortcut() const {
        if (!shortcut_.has_value()) return false;
        const auto place = static_cast<size_t>(shortcut_->number) * block_floats;
        return !(context_.uniforms.data()[place] > 0);
    }

    void run_pass(size_t step) {
        const bool same = !takes_shortcut() || shortcut_->steps[step] == Shortcut::Step::same;
        PassRunner* const pass = (same ? passes_ : changed_)[step].get();
        if (pass != nullptr) pass->run();
    }

    void run_frame(Batch& batch, size_t i) {
        context_.input = batch.input[i];
        context_.output = batch.output[i];
        numbers_.begin(batch, i);
        for (size_t step = 0; step < passes_.size(); ++step) {
            if (passes_[step] != nullptr) {
                run_pass(step);
            } else {
                numbers_.run(std::get<FrameStep>(context_.plan.steps[step]));
            }
        }
        numbers_.end(i < batch.record.size() ? &batch.record[i] : nullptr);
    }

    CpuContext context_;
    FrameNumbers numbers_;
    std::optional<Shortcut> shortcut_;
    std::vector<std::unique_ptr<PassRunner>> passes_;   // by step
    std::vector<std::unique_ptr<PassRunner>> changed_;  // by step, of the shortcut
};

}  // namespace

std::string details_of(const InstructionSet& set) {
    if (!MachineCode::is_for(set)) return set.name();
    return set.name() + (MachineCode::may_run()
                             ? ", machine code"
                             : ", without machine code: the system allows no executable memory");
}

std::unique_ptr<Executor> make_cpu_executor(const Plan& plan, int threads,
                                            const InstructionSet& set, const Tuning& tuning) {
    return std::make_unique<CpuExecutor>(plan, threads, set, tuning);
}

}  // namespace tonelift
