// SPDX-License-Identifier: BSD-2-Clause
#include "core/graph/dependence.h"

namespace tonelift {

std::set<NodeId> needed_by(const Graph& graph, std::span<const NodeId> roots) {
    std::set<NodeId> seen;
    std::vector<NodeId> stack;
    const auto push = [&](NodeId id) {
        if (id != no_node && seen.insert(id).second) stack.push_back(id);
    };
    for (NodeId id : roots) push(id);
    while (!stack.empty()) {
        const NodeId id = stack.back();
        stack.pop_back();
        for (NodeId operand : graph.at(id).operands) push(operand);
    }
    return seen;
}

std::vector<NodeId> reduced_planes(const Graph& graph, std::vector<NodeId> numbers) {
    std::vector<NodeId> planes;
    while (!numbers.empty()) {
        const Node& node = graph.at(numbers.back());
        numbers.pop_back();
        for (NodeId operand : node.operands) {
            (node.kind == NodeKind::reduce ? planes : numbers).push_back(operand);
        }
    }
    return planes;
}

bool is_of_halved_input(const Graph& graph, NodeId plane) {
    std::set<NodeId> seen;
    std::vector<NodeId> stack{plane};
    while (!stack.empty()) {
        const NodeId id = stack.back();
        stack.pop_back();
        const Node& node = graph.at(id);
        if (node.kind == NodeKind::input && node.width < graph.width()) return true;
        if (node.kind != NodeKind::operation || !seen.insert(id).second) continue;
        stack.insert(stack.end(), node.operands.begin(), node.operands.end());
    }
    return false;
}

}  // namespace tonelift
