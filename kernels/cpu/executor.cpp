// SPDX-License-Identifier: BSD-2-Clause
//
// The executor for the CPU. It runs all steps of a plan for one frame before it starts the next
// frame, so its planes need memory for only one frame. Steps that do not depend on each other can
// run at the same time.
#include "kernels/executor.h"

#include <functional>
#include <iterator>
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
#include "kernels/steps/deferred_numbers.h"
#include "kernels/steps/step_access.h"
#include "kernels/threads/task_graph.h"

namespace tonelift {
namespace {

// Takes the reductions from what a pass writes, and returns the access of a task that finishes
// them.
StepAccess take_finish(StepAccess& pass) {
    StepAccess finish;
    for (const auto& [resource, index] : pass.written) {
        if (resource != Resource::reduction) continue;
        finish.read.emplace(Resource::unfinished_reduction, index);
        finish.written.emplace(resource, index);
    }
    for (const auto& reduction : finish.written) pass.written.erase(reduction);
    pass.written.insert(finish.read.begin(), finish.read.end());
    return finish;
}

class CpuExecutor : public Executor {
  public:
    CpuExecutor(const Plan& plan, int threads, const InstructionSet& set, const Tuning& tuning)
        : context_(with_shortcut(with_deferred_numbers(plan)), threads, set, tuning),
          frame_values_(context_) {
        for (const auto& step : context_.plan.steps) {
            const Pass* pass = std::get_if<Pass>(&step);
            passes_.push_back(pass == nullptr ? nullptr : make_pass(*pass));
        }
        light_tables_.emplace(context_);
        graph_.emplace(make_tasks());
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

    // The first task fills tables that do not depend on steps. Each step has a task after it. If a
    // pass has reductions, another task finishes them.
    std::vector<Task> make_tasks() {
        std::vector<StepAccess> steps = accesses_of(context_.plan);
        const std::vector<bool> leads = leading_to_numbers(context_.plan, steps);
        add_planes_in_same_memory(context_.buffers, steps);
        std::vector<Task> tasks = {{light_tables_->loops_of_frame(), {}}};
        std::vector<StepAccess> accesses(1);  // of each task
        const auto add = [&](const Task& task, const StepAccess& access) {
            tasks.push_back(task);
            accesses.push_back(access);
        };
        for (size_t step = 0; step < steps.size(); ++step) {
            const StepAccess finish = take_finish(steps[step]);
            add(make_task(step, leads[step]), steps[step]);
            if (!finish.written.empty()) add(make_finish(step), finish);
        }
        const std::vector<std::vector<size_t>> before = steps_before(accesses);
        for (size_t i = 1; i < tasks.size(); ++i) {
            tasks[i].before = before[i];
            tasks[i].before.push_back(0);
        }
        return tasks;
    }

    // Worker 0 runs frame steps, because only this worker has memory for them.
    Task make_task(size_t step, bool urgent) {
        const auto* frame_step = std::get_if<FrameStep>(&context_.plan.steps[step]);
        if (frame_step == nullptr) return make_pass_task(step, urgent);
        Task task{{{1, 1, [=, this](int, int) { frame_values_.run(*frame_step); }}}, {}};
        std::ranges::move(light_tables_->loops_after(*frame_step), std::back_inserter(task.loops));
        task.is_urgent = urgent;
        return task;
    }

    Task make_pass_task(size_t step, bool urgent) {
        PassRunner& runner = *passes_[step];
        const auto run = [&runner, all = runner.reductions()](int item, int worker) {
            runner.run(item, worker);
            for (PassReductions* reductions : all) reductions->end_item(worker);
        };
        return {{{runner.items(), runner.workers(), run}}, {}, condition_of(step), urgent};
    }

    // Other passes that lead to the frame step come first, because they take longer.
    Task make_finish(size_t step) {
        Task task{{}, {}, condition_of(step)};
        for (PassReductions* reductions : passes_[step]->reductions()) {
            if (reductions->parts() > 0)
                task.loops.push_back({reductions->parts(), context_.workers.count(),
                                      [=](int part, int) { reductions->finish(part); }});
        }
        return task;
    }

    std::function<bool()> condition_of(size_t step) const {
        return
            [this, &pass = std::get<Pass>(context_.plan.steps[step])] { return is_needed(pass); };
    }

    void discard_reductions() {
        for (const auto& pass : passes_) {
            if (pass == nullptr) continue;
            for (PassReductions* reductions : pass->reductions()) reductions->discard();
        }
    }

    void run_frame(Batch& batch, size_t i) {
        if (std::exchange(unfinished_, true)) discard_reductions();
        context_.input = batch.input[i];
        context_.shared.forget_input();
        context_.output = batch.output[i];
        frame_values_.begin(batch, i);
        graph_->run(context_.workers);
        frame_values_.end(i < batch.record.size() ? &batch.record[i] : nullptr);
        unfinished_ = false;
    }

    CpuContext context_;
    FrameValues frame_values_;
    std::vector<std::unique_ptr<PassRunner>> passes_;
    std::optional<LightTables> light_tables_;  // made after all passes
    std::optional<TaskGraph> graph_;
    bool unfinished_ = false;
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
