// SPDX-License-Identifier: BSD-2-Clause
#include "core/graph/upsampled.h"

namespace tonelift {
namespace {

bool may_be_upsampled(const Node& node) {
    const auto* resample =
        node.kind == NodeKind::core ? std::get_if<Resample>(&node.core) : nullptr;
    if (resample == nullptr) return false;
    if (resample->kind != ResampleKind::bilinear && resample->kind != ResampleKind::joint)
        return false;
    return upsampling_ratio(resample->in_width, resample->in_height, node.width, node.height) > 0;
}

bool is_whole(const Graph& graph, const Node& node) {
    return node.width == graph.width() && node.height == graph.height();
}

}  // namespace

std::span<const NodeId> upsampled_from(const Node& node) {
    return std::span(node.operands).first(has_fine_guide(node.core) ? fine_guide : 1);
}

std::set<NodeId> find_upsampled(const Graph& graph, const std::set<NodeId>& needed) {
    std::set<NodeId> found;
    std::set<NodeId> elsewhere;
    // Visits each node after all nodes that read it, because operands have smaller ids than their
    // readers.
    for (auto id = needed.rbegin(); id != needed.rend(); ++id) {
        const Node& node = graph.at(*id);
        std::span<const NodeId> others = node.operands;
        if (is_whole(graph, node) && !elsewhere.contains(*id) && may_be_upsampled(node)) {
            found.insert(*id);
            others = upsampled_from(node);
        } else if (node.kind == NodeKind::operation && !elsewhere.contains(*id)) {
            continue;
        }
        elsewhere.insert(others.begin(), others.end());
    }
    return found;
}

}  // namespace tonelift
