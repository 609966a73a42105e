// SPDX-License-Identifier: BSD-2-Clause
#include "core/graph/dependence.h"

#include <algorithm>

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

std::vector<NodeId> reduced_planes(const Graph& graph, std::vector<NodeId> uniforms) {
    std::vector<NodeId> planes;
    while (!uniforms.empty()) {
        const Node& node = graph.at(uniforms.back());
        uniforms.pop_back();
        for (NodeId operand : node.operands) {
            (node.kind == NodeKind::reduce ? planes : uniforms).push_back(operand);
        }
    }
    return planes;
}

std::vector<NodeId> of_needed_planes(const Graph& graph, std::vector<NodeId> uniforms,
                                     std::span<const NodeId> roots) {
    const std::set<NodeId> needed = needed_by(graph, roots);
    std::erase_if(uniforms, [&](NodeId uniform) {
        const std::set<NodeId> own = needed_by(graph, std::span(&uniform, 1));
        return std::any_of(own.begin(), own.end(), [&](NodeId id) {
            return graph.at(id).type == NodeType::plane && !needed.contains(id);
        });
    });
    return uniforms;
}

bool is_of_reduced_input(const Graph& graph, NodeId plane) {
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
