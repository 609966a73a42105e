// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/gpu/step_order.h"

#include <algorithm>
#include <array>
#include <set>

#include "kernels/gpu/number_access.h"
#include "kernels/program_has.h"

namespace tonelift {
namespace {

enum class Resource : uint8_t {
    buffer,
    reduction,
    uniform,
    table,
    states,
    core_planes,
    scratch,
    workspace
};
using Resources = std::set<std::pair<Resource, int>>;

struct StepAccess {
    Resources read;
    Resources written;

    void add(const Plan& plan, const PointProgram& program) {
        for (const Instruction& instruction : program.code) add(plan, instruction);
    }

    void add(const Plan& plan, const Instruction& instruction) {
        const int index = instruction.index;
        for (const int buffer : buffers_read(plan, instruction))
            read.emplace(Resource::buffer, buffer);
        if (instruction.op == Op::store_buffer) written.emplace(Resource::buffer, index);
        if (instruction.op == Op::reduce) written.emplace(Resource::reduction, index);
    }

    static void add(const Numbers& numbers, Resources& to) {
        for (const auto& [kind, index] : numbers)
            to.emplace(kind == NumberKind::table ? Resource::table : Resource::uniform, index);
    }
};

StepAccess access_of(const FrameStep& step) {
    StepAccess access;
    access.written = {{Resource::states, 0}};
    StepAccess::add(numbers_read(step), access.read);
    StepAccess::add(numbers_written(step), access.written);
    for (const FrameOperation& operation : step.operations) {
        if (operation.reduction >= 0) access.read.emplace(Resource::reduction, operation.reduction);
    }
    return access;
}

StepAccess access_of(const Plan& plan, const Pass& pass, const std::vector<PassCall>& calls) {
    StepAccess access;
    access.add(plan, pass.prologue);
    access.add(plan, pass.epilogue);
    if (has_fine_guide(pass.core))
        access.read.emplace(Resource::buffer, pass.inputs.at(fine_guide).buffer);
    if (const auto* gather = std::get_if<Gather>(&pass.core)) access.add(plan, gather->term);
    StepAccess::add(numbers_read(pass), access.read);
    if (calls.size() > 1) access.written.emplace(Resource::core_planes, 0);
    for (const PassCall& call : calls) {
        if (call.call.scratch_bytes > 0) access.written.emplace(Resource::scratch, 0);
        if (call.call.workspace_bytes > 0) access.written.emplace(Resource::workspace, 0);
    }
    return access;
}

std::vector<StepAccess> accesses_of(const Plan& plan, const PlanCalls& calls) {
    std::vector<StepAccess> accesses;
    for (size_t i = 0; i < plan.steps.size(); ++i) {
        const auto* pass = std::get_if<Pass>(&plan.steps[i]);
        accesses.push_back(pass != nullptr ? access_of(plan, *pass, calls.passes[i])
                                           : access_of(std::get<FrameStep>(plan.steps[i])));
    }
    return accesses;
}

bool meet(const Resources& a, const Resources& b) {
    return std::any_of(a.begin(), a.end(), [&](const auto& thing) { return b.contains(thing); });
}

bool conflict(const StepAccess& earlier, const StepAccess& later) {
    return meet(earlier.written, later.read) || meet(earlier.written, later.written) ||
           meet(earlier.read, later.written);
}

std::vector<bool> leading_to_numbers(const Plan& plan, const std::vector<StepAccess>& accesses) {
    std::vector<bool> leads(plan.steps.size());
    for (size_t i = leads.size(); i-- > 0;) {
        leads[i] = std::holds_alternative<FrameStep>(plan.steps[i]);
        for (size_t k = i + 1; k < leads.size() && !leads[i]; ++k)
            leads[i] = leads[k] && meet(accesses[i].written, accesses[k].read);
    }
    return leads;
}

}  // namespace

StepOrder::StepOrder(const Plan& plan, const PlanCalls& calls) : steps(plan.steps.size() + 2) {
    const std::vector<StepAccess> accesses = accesses_of(plan, calls);
    const auto conflicts = [&](size_t earlier, size_t later) {
        return conflict(accesses[earlier - 1], accesses[later - 1]);
    };
    assign_streams(leading_to_numbers(plan, accesses));
    find_stream_waits(conflicts);
    find_followed(conflicts);
}

void StepOrder::assign_streams(const std::vector<bool>& leads) {
    const size_t first =
        static_cast<size_t>(std::find(leads.begin(), leads.end(), false) - leads.begin());
    for (size_t i = first; i < leads.size(); ++i) {
        steps[i + 1].beside = leads[i];
        two |= leads[i];
    }
}

template <typename Conflict>
void StepOrder::find_stream_waits(const Conflict& conflict) {
    const size_t end = steps.size() - 1;
    std::array<int, 2> waited = {-1, -1};
    for (size_t i = 1; i <= end; ++i) {
        OrderedStep& step = steps[i];
        for (size_t k = i; k-- > 0;) {
            if (steps[k].beside == step.beside) continue;
            if (static_cast<int>(k) <= waited[step.beside]) break;
            if (k > 0 && i < end && !conflict(k, i)) continue;
            step.waits_for = waited[step.beside] = static_cast<int>(k);
            steps[k].awaited = true;
            break;
        }
    }
}

template <typename Conflict>
void StepOrder::find_followed(const Conflict& conflict) {
    const size_t end = steps.size() - 1;
    std::vector<std::vector<bool>> behind(end, std::vector<bool>(end));
    for (size_t i = 1; i < end; ++i) {
        for (size_t k = i; k-- > 1;) {
            if (behind[i][k] || !conflict(k, i)) continue;
            steps[i].follows.insert(steps[i].follows.begin(), k);
            behind[i][k] = true;
            for (size_t j = 1; j < k; ++j) behind[i][j] = behind[i][j] || behind[k][j];
        }
    }
}

bool must_follow(const Plan& plan, const PlanCalls& calls, size_t earlier, size_t later) {
    const std::vector<StepAccess> accesses = accesses_of(plan, calls);
    return conflict(accesses[earlier], accesses[later]);
}

}  // namespace tonelift
