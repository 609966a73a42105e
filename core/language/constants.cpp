// SPDX-License-Identifier: BSD-2-Clause
// Evaluates constants without recursion, because scripts can have long chains of nodes.
#include "core/language/constants.h"

#include "kernels/evaluate.h"

namespace tonelift {

bool Constants::operands_seen(NodeId id, std::vector<NodeId>& stack) const {
    const size_t before = stack.size();
    for (const NodeId operand : graph_.at(id).operands) {
        if (states_[static_cast<size_t>(operand)] == State::unseen) stack.push_back(operand);
    }
    return stack.size() == before;
}

void Constants::compute(NodeId id) {
    const Node& node = graph_.at(id);
    const auto i = static_cast<size_t>(id);
    states_[i] = State::of_frame;
    if (node.kind == NodeKind::constant) {
        values_[i] = node.value;
        states_[i] = State::known;
    } else if (node.kind == NodeKind::parameter) {
        values_[i] = parameters_[static_cast<size_t>(node.index)];
        states_[i] = State::known;
    } else if (node.kind == NodeKind::operation && node.type == NodeType::uniform &&
               node.op != Op::lookup) {
        float in[max_inputs] = {};
        float out[max_outputs] = {};
        for (size_t k = 0; k < node.operands.size(); ++k) {
            const auto operand = static_cast<size_t>(node.operands[k]);
            if (states_[operand] != State::known) return;
            in[k] = values_[operand];
        }
        evaluate_operation(node.op, in, out);
        values_[i] = out[node.result];
        states_[i] = State::known;
    }
}

std::optional<float> Constants::value(NodeId root) {
    states_.resize(graph_.size());
    values_.resize(graph_.size());
    std::vector<NodeId> stack = {root};
    while (!stack.empty()) {
        const NodeId id = stack.back();
        const bool is_uniform = graph_.at(id).type <= NodeType::uniform;
        if (is_uniform && !operands_seen(id, stack)) continue;
        stack.pop_back();
        compute(id);
    }
    const auto i = static_cast<size_t>(root);
    if (states_[i] != State::known) return std::nullopt;
    return values_[i];
}

std::optional<float> Constants::structural_value(NodeId id) {
    const std::optional<float> result = value(id);
    if (result.has_value()) mark(id);
    return result;
}

void Constants::mark(NodeId root) {
    marked_.resize(graph_.size());
    std::vector<NodeId> stack = {root};
    while (!stack.empty()) {
        const NodeId id = stack.back();
        stack.pop_back();
        if (marked_[static_cast<size_t>(id)]) continue;
        marked_[static_cast<size_t>(id)] = true;
        const Node& node = graph_.at(id);
        if (node.kind == NodeKind::parameter) used_[static_cast<size_t>(node.index)] = true;
        stack.insert(stack.end(), node.operands.begin(), node.operands.end());
    }
}

}  // namespace tonelift
