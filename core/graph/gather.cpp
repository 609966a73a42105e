// SPDX-License-Identifier: BSD-2-Clause
#include "core/graph/gather.h"

#include <algorithm>
#include <set>
#include <span>

#include "kernels/evaluate.h"

namespace tonelift {
namespace {

// Maximum number of weights that are computed once and stored, and maximum number of operations
// that compute them.
constexpr size_t most_weights = 64 * 1024;
constexpr size_t most_evaluations = 512 * 1024;

size_t neighbors_of(int radius) {
    return static_cast<size_t>(2 * radius + 1) * static_cast<size_t>(2 * radius + 1);
}

std::set<NodeId> inner_nodes(const Graph& graph, std::span<const NodeId> roots) {
    std::set<NodeId> seen;
    std::vector<NodeId> stack(roots.begin(), roots.end());
    while (!stack.empty()) {
        const NodeId id = stack.back();
        stack.pop_back();
        if (!graph.at(id).inner || !seen.insert(id).second) continue;
        const auto& operands = graph.at(id).operands;
        stack.insert(stack.end(), operands.begin(), operands.end());
    }
    return seen;
}

class Finder {
  public:
    Finder(const Graph& graph, NodeId gather) : graph_(graph) {
        const Node& node = graph.at(gather);
        radius_ = std::get<Gather>(node.core).radius;
        inner_ = inner_nodes(graph, std::span(node.operands).first(node.operands.size() - 1));
        for (NodeId id : inner_) {
            if (graph.at(id).kind == NodeKind::sum) parts_.sums.push_back(id);
        }
        anything_ = node.operands.back();
    }

    GatherParts run() {
        find_places();
        if (!worth_keeping()) keep_offsets_only();
        walk([&](NodeId id) {
            if (graph_.at(id).kind == NodeKind::neighbor) take_input(graph_.at(id).operands[0]);
        });
        if (parts_.inputs.empty()) take_input(anything_);
        parts_.neighbors = static_cast<int>(parts_.inputs.size());
        walk([&](NodeId id) {
            if (!graph_.at(id).inner && graph_.at(id).type == NodeType::plane) take_input(id);
            if (places_.contains(id)) parts_.weights.push_back(id);
        });
        return std::move(parts_);
    }

  private:
    template <typename Visit>
    void walk(const Visit& visit) const {
        std::set<NodeId> seen;
        std::vector<NodeId> stack;
        for (NodeId sum : parts_.sums) stack.push_back(graph_.at(sum).operands[0]);
        while (!stack.empty()) {
            const NodeId id = stack.back();
            stack.pop_back();
            if (!seen.insert(id).second) continue;
            visit(id);
            const Node& node = graph_.at(id);
            if (!node.inner || node.kind == NodeKind::neighbor || places_.contains(id)) continue;
            stack.insert(stack.end(), node.operands.rbegin(), node.operands.rend());
        }
    }

    void find_places() {
        for (NodeId id : inner_) {
            const Node& node = graph_.at(id);
            const bool computed = node.kind == NodeKind::operation && node.op != Op::lookup;
            const bool of_place =
                computed && std::all_of(node.operands.begin(), node.operands.end(), [&](NodeId of) {
                    return graph_.at(of).kind == NodeKind::constant || places_.contains(of);
                });
            if (of_place || node.kind == NodeKind::neighbor_offset) places_.insert(id);
        }
    }

    bool worth_keeping() const {
        size_t lists = 0;
        walk([&](NodeId id) { lists += places_.contains(id); });
        const size_t neighbors = neighbors_of(radius_);
        return lists * neighbors <= most_weights && places_.size() * neighbors <= most_evaluations;
    }

    void keep_offsets_only() {
        std::erase_if(places_,
                      [&](NodeId id) { return graph_.at(id).kind != NodeKind::neighbor_offset; });
    }

    void take_input(NodeId plane) {
        auto& inputs = parts_.inputs;
        if (std::find(inputs.begin(), inputs.end(), plane) == inputs.end()) inputs.push_back(plane);
    }

    const Graph& graph_;
    int radius_ = 0;
    NodeId anything_ = no_node;
    std::set<NodeId> inner_;
    std::set<NodeId> places_;
    GatherParts parts_;
};

int place_in(const std::vector<NodeId>& list, NodeId id) {
    return static_cast<int>(std::find(list.begin(), list.end(), id) - list.begin());
}

}  // namespace

bool is_gather(const Node& node) {
    return node.kind == NodeKind::core && std::holds_alternative<Gather>(node.core);
}

bool are_of_one_gather(const Node& a, const Node& b) {
    return is_gather(a) && is_gather(b) && a.core == b.core && a.operands == b.operands;
}

NodeId gather_result(const Node& gather) { return gather.operands[gather.result]; }

GatherParts gather_parts(const Graph& graph, NodeId gather) { return Finder(graph, gather).run(); }

std::vector<Sink> GatherParts::sinks(const Graph& graph) const {
    std::vector<Sink> sinks;
    for (size_t i = 0; i < sums.size(); ++i)
        sinks.push_back({Op::store_core, static_cast<int>(i), graph.at(sums[i]).operands[0]});
    return sinks;
}

std::map<NodeId, LoadSource> GatherParts::found(const Graph& graph) const {
    std::map<NodeId, LoadSource> found;
    for (size_t i = 0; i < inputs.size(); ++i)
        found[inputs[i]] = {Op::load_here, static_cast<int>(i)};
    for (size_t i = 0; i < weights.size(); ++i)
        found[weights[i]] = {Op::load_weight, static_cast<int>(i)};
    for (size_t i = 0; i < sums.size(); ++i)
        found[graph.at(sums[i]).operands[1]] = {Op::load_core, static_cast<int>(i)};
    for (NodeId id : inner_nodes(graph, sums)) {
        const Node& node = graph.at(id);
        if (node.kind == NodeKind::neighbor)
            found[id] = {Op::load_neighbor, place_in(inputs, node.operands[0])};
    }
    return found;
}

std::vector<std::vector<float>> gather_weights(const Graph& graph, const GatherParts& parts,
                                               int radius) {
    const std::set<NodeId> nodes = inner_nodes(graph, parts.weights);
    std::vector<std::vector<float>> lists(parts.weights.size());
    std::map<NodeId, float> values;
    const auto value_of = [&](NodeId id) {
        return graph.at(id).kind == NodeKind::constant ? graph.at(id).value : values.at(id);
    };
    for (size_t neighbor = 0; neighbor < neighbors_of(radius); ++neighbor) {
        const int side = 2 * radius + 1;
        const int offset[] = {static_cast<int>(neighbor) % side - radius,
                              static_cast<int>(neighbor) / side - radius};
        for (NodeId id : nodes) {
            const Node& node = graph.at(id);
            if (node.kind == NodeKind::neighbor_offset) {
                values[id] = static_cast<float>(offset[node.index]);
                continue;
            }
            float in[max_inputs] = {};
            float out[max_outputs] = {};
            for (size_t i = 0; i < node.operands.size(); ++i) in[i] = value_of(node.operands[i]);
            evaluate_operation(node.op, in, out);
            values[id] = out[node.result];
        }
        for (size_t i = 0; i < lists.size(); ++i) lists[i].push_back(values.at(parts.weights[i]));
    }
    return lists;
}

}  // namespace tonelift
