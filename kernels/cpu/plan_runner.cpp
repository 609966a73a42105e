// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cpu/plan_runner.h"

#include <iterator>

#include "kernels/cpu/flip_pass.h"
#include "kernels/cpu/gather_pass.h"
#include "kernels/cpu/point_pass.h"
#include "kernels/cpu/resample_pass.h"
#include "kernels/cpu/scan_pass.h"
#include "kernels/cpu/stencil_pass.h"

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

}  // namespace

PlanRunner::PlanRunner(StreamValues& stream, CpuThreads& threads, const InstructionSet& set,
                       const Tuning& tuning)
    : context_(stream.plan, threads, set, tuning), values_(context_, stream) {
    for (const auto& step : context_.plan.steps) {
        const Pass* pass = std::get_if<Pass>(&step);
        passes_.push_back(pass == nullptr ? nullptr : make_pass(*pass));
    }
    light_tables_.emplace(context_);
}

std::unique_ptr<PassRunner> PlanRunner::make_pass(const Pass& pass) {
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

// The first task fills tables that do not depend on steps. Other tasks follow it.
std::vector<FrameTask> PlanRunner::tasks() {
    const Resources::value_type light_tables{Resource::light_tables, 0};
    std::vector<StepAccess> steps = accesses_of(context_.plan);
    const std::vector<bool> leads = leading_to_numbers(context_.plan, steps);
    add_planes_in_same_memory(context_.buffers, steps);
    std::vector<FrameTask> tasks = {{{light_tables_->loops_of_frame(), {}}, {{}, {light_tables}}}};
    for (size_t step = 0; step < steps.size(); ++step) {
        const StepAccess finish = take_finish(steps[step]);
        tasks.push_back({task_of(step), steps[step], leads[step]});
        // This task is never urgent, because passes that lead to a frame step take longer.
        if (!finish.written.empty()) tasks.push_back({finish_of(step), finish});
    }
    for (size_t i = 1; i < tasks.size(); ++i) tasks[i].access.read.insert(light_tables);
    return tasks;
}

Task PlanRunner::task_of(size_t step) {
    const auto* frame_step = std::get_if<FrameStep>(&context_.plan.steps[step]);
    return frame_step != nullptr ? frame_task_of(*frame_step) : pass_task_of(step);
}

// Worker 0 runs frame steps, because only this worker has memory for them.
Task PlanRunner::frame_task_of(const FrameStep& step) {
    Task task{{{1, 1, [this, &step](int, int) { values_.run(step); }}}, {}};
    std::ranges::move(light_tables_->loops_after(step), std::back_inserter(task.loops));
    return task;
}

Task PlanRunner::pass_task_of(size_t step) const {
    PassRunner& runner = *passes_[step];
    const auto run = [&runner, all = runner.reductions()](int item, int worker) {
        runner.run(item, worker);
        for (PassReductions* reductions : all) reductions->end_item(worker);
    };
    return {{{runner.items(), runner.workers(), run}}, {}, condition_of(step)};
}

Task PlanRunner::finish_of(size_t step) const {
    Task task{{}, {}, condition_of(step)};
    for (PassReductions* reductions : passes_[step]->reductions()) {
        if (reductions->parts() > 0)
            task.loops.push_back({reductions->parts(), context_.workers.count(),
                                  [=](int part, int) { reductions->finish(part); }});
    }
    return task;
}

std::function<bool()> PlanRunner::condition_of(size_t step) const {
    return [this, &pass = std::get<Pass>(context_.plan.steps[step])] { return is_needed(pass); };
}

bool PlanRunner::is_needed(const Pass& pass) const {
    const auto [uniform, above_zero] = pass.condition;
    if (uniform < 0) return true;
    const auto place = static_cast<size_t>(uniform) * block_floats;
    return (context_.uniforms.data()[place] > 0) == above_zero;
}

void PlanRunner::begin(const Batch& batch, size_t frame) {
    context_.input = batch.input[frame];
    context_.output = batch.output[frame];
    context_.forget_input();
    values_.begin(batch, frame);
}

void PlanRunner::end(Batch& batch, size_t frame) {
    values_.end(frame < batch.record.size() ? &batch.record[frame] : nullptr);
}

void PlanRunner::discard() {
    for (const auto& pass : passes_) {
        if (pass == nullptr) continue;
        for (PassReductions* reductions : pass->reductions()) reductions->discard();
    }
}

}  // namespace tonelift
