// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/frame/frame.h"

#include <algorithm>

namespace tonelift {
namespace {

std::vector<const FrameOperation*> operations_with_memory(const Plan& plan) {
    std::vector<const FrameOperation*> result;
    for (const auto& any_step : plan.steps) {
        const auto* step = std::get_if<FrameStep>(&any_step);
        if (step == nullptr) continue;
        for (const FrameOperation& operation : step->operations) {
            if (remembers(operation.op, operation.curve)) result.push_back(&operation);
        }
    }
    return result;
}

bool have_common_position(const FrameOperation& a, const FrameOperation& b) {
    return std::any_of(a.script_positions.begin(), a.script_positions.end(),
                       [&](uint64_t position) {
                           return std::binary_search(b.script_positions.begin(),
                                                     b.script_positions.end(), position);
                       });
}

const FrameOperation* counterpart(const FrameOperation& operation, const Plan& other) {
    for (const FrameOperation* candidate : operations_with_memory(other)) {
        if (candidate->op == operation.op && candidate->curve == operation.curve &&
            candidate->for_picture == operation.for_picture &&
            have_common_position(*candidate, operation))
            return candidate;
    }
    return nullptr;
}

}  // namespace

bool cuts_early(const FrameOperation& operation, const Plan& plan) {
    if (operation.op != FrameOp::scene_change) return false;
    const auto known = [&](const Operand& operand) {
        return operand.kind == Operand::Kind::constant ||
               (operand.kind == Operand::Kind::uniform && operand.index < plan.first_computed());
    };
    return std::all_of(operation.arguments.begin(), operation.arguments.begin() + 2, known);
}

TakenOver taken_over(const Plan& plan, const Plan& before) {
    TakenOver result;
    for (const FrameOperation* operation : operations_with_memory(plan)) {
        const FrameOperation* same = counterpart(*operation, before);
        const bool compares = operation->op == FrameOp::distance;
        if (same == nullptr) {
            if (compares && operation->for_picture) return {};
            continue;
        }
        const int states = states_of(operation->op, operation->curve);
        if (states > 0) result.states.push_back({operation->state, same->state, states});
        if (compares) result.compared.push_back({operation->reduction, same->reduction});
    }
    return result;
}

}  // namespace tonelift
