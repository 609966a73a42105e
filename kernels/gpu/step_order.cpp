// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/gpu/step_order.h"

#include <algorithm>
#include <array>

#include "kernels/steps/step_access.h"

namespace tonelift {
namespace {

// Returns the access of each step, with the memory of the executor that its calls use.
std::vector<StepAccess> accesses_of(const Plan& plan, const PlanCalls& calls) {
    std::vector<StepAccess> accesses = accesses_of(plan);
    for (size_t i = 0; i < accesses.size(); ++i) {
        Resources& written = accesses[i].written;
        if (calls.passes[i].size() > 1) written.emplace(Resource::core_planes, 0);
        for (const PassCall& call : calls.passes[i]) {
            if (call.call.scratch_bytes > 0) written.emplace(Resource::scratch, 0);
            if (call.call.workspace_bytes > 0) written.emplace(Resource::workspace, 0);
        }
    }
    return accesses;
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
