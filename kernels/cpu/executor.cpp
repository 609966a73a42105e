// SPDX-License-Identifier: BSD-2-Clause
//
// The executor for the CPU. It runs all steps of a plan for one frame before it starts the next
// frame, so its planes need memory for only one frame.
#include "kernels/executor.h"

#include <optional>

#include "kernels/cpu/context.h"
#include "kernels/cpu/flip_pass.h"
#include "kernels/cpu/frame_values.h"
#include "kernels/cpu/gather_pass.h"
#include "kernels/cpu/light_tables.h"
#include "kernels/cpu/point_pass.h"
#include "kernels/cpu/resample_pass.h"
#include "kernels/cpu/scan_pass.h"
#include "kernels/cpu/stencil_pass.h"
#include "kernels/error.h"
#include "kernels/point/machine_code.h"
#include "kernels/shortcut.h"

namespace tonelift {
namespace {

class CpuExecutor : public Executor {
  public:
    CpuExecutor(const Plan& plan, int threads, const InstructionSet& set, const Tuning& tuning)
        : context_(with_shortcut(plan), threads, set, tuning), frame_values_(context_) {
        for (const auto& step : context_.plan.steps) {
            const Pass* pass = std::get_if<Pass>(&step);
            passes_.push_back(pass == nullptr ? nullptr : make_pass(*pass));
        }
        light_tables_.emplace(context_);
    }

    void continue_from(const Executor& previous) override {
        const auto* other = dynamic_cast<const CpuExecutor*>(&previous);
        if (other != nullptr) frame_values_.continue_from(other->frame_values_);
    }

    void run(Batch& batch) override {
        const size_t frames = batch.input.size();
        if (batch.output.size() != frames || batch.times.size() != frames) {
            throw Error(Failure::internal, "a batch lacks frames or times");
        }
        context_.workers.hold(context_.shared.workers(), [&] {
            for (size_t i = 0; i < frames; ++i) run_frame(batch, i);
        });
    }

    std::vector<float> states() const override { return frame_values_.states(); }

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
        return is_flip(resample.kind) ? make_flip_pass(pass, resample, context_)
                                      : make_resample_pass(pass, resample, context_);
    }

    bool is_needed(const Pass& pass) const {
        const auto [uniform, above_zero] = pass.condition;
        if (uniform < 0) return true;
        const auto place = static_cast<size_t>(uniform) * block_floats;
        return (context_.uniforms.data()[place] > 0) == above_zero;
    }

    void run_frame(Batch& batch, size_t i) {
        context_.input = batch.input[i];
        context_.shared.forget_input();
        context_.output = batch.output[i];
        frame_values_.begin(batch, i);
        light_tables_->begin_frame();
        for (size_t step = 0; step < passes_.size(); ++step) {
            const auto& made = context_.plan.steps[step];
            if (const auto* frame_step = std::get_if<FrameStep>(&made)) {
                frame_values_.run(*frame_step);
                light_tables_->update(*frame_step);
            } else if (is_needed(std::get<Pass>(made))) {
                passes_[step]->run();
            }
        }
        frame_values_.end(i < batch.record.size() ? &batch.record[i] : nullptr);
    }

    CpuContext context_;
    FrameValues frame_values_;
    std::vector<std::unique_ptr<PassRunner>> passes_;
    std::optional<LightTables> light_tables_;  // made after all passes
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
