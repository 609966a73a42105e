// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/gpu/plan_calls.h"

#include <algorithm>

#include "kernels/device/frame_entries.h"
#include "kernels/frame/frame_program.h"

namespace tonelift {

PlanCalls::PlanCalls(const Plan& plan, const CoreCalls& cores, const DeviceLimits& limits,
                     const Tuning& tuning, int frames) {
    const int core_plane = entry_buffers + static_cast<int>(plan.buffers.size());
    std::vector<size_t> partials(plan.reductions.size());
    for (size_t i = 0; i < plan.steps.size(); ++i) {
        passes.emplace_back();
        const auto* pass = std::get_if<Pass>(&plan.steps[i]);
        if (pass == nullptr) {
            ++frame_steps;
            continue;
        }
        passes.back() =
            pass_calls(plan, *pass, cores, limits, tuning, core_plane, &core_planes, frames);
        for (PassCall& call : passes.back()) {
            call.pass = pass;
            take(call, partials);
        }
    }
    arithmetic = frame::arithmetic_of(plan);
    reductions = lay_out_reductions(plan.reductions, partials);
    layout.plan = &plan;
    for (const PlacedReduction& reduction : reductions.reductions)
        layout.reduction_offset.push_back(reduction.offset);
    for (int i = 0; i < core_planes.count; ++i)
        layout.core_plane[static_cast<size_t>(i)] = core_plane + i;
}

void PlanCalls::take(const PassCall& call, std::vector<size_t>& partials) {
    scratch_bytes = std::max(scratch_bytes, call.call.scratch_bytes);
    workspace_bytes = std::max(workspace_bytes, call.call.workspace_bytes);
    for (const PointProgram* program : {call.prologue, call.epilogue}) {
        if (program == nullptr) continue;
        for (const Instruction& instruction : program->code) {
            if (instruction.op == Op::reduce) partials[instruction.index] = call.call.partials;
        }
    }
}

}  // namespace tonelift
