// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/frame/frame.h"

#include <algorithm>

namespace tonelift {

bool is_known_early(const FrameOperation& operation, const Plan& plan) {
    const auto known = [&](const Operand& operand) {
        return operand.kind == Operand::Kind::constant ||
               (operand.kind == Operand::Kind::uniform && operand.index < plan.first_computed());
    };
    return std::all_of(operation.arguments.begin(), operation.arguments.end(), known);
}

int states_kept(int states, int curve_states, int states_before, int curve_states_before) {
    if (states - curve_states != states_before - curve_states_before) return -1;
    return std::min(states, states_before);
}

}  // namespace tonelift
