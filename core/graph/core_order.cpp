// SPDX-License-Identifier: BSD-2-Clause
#include "core/graph/core_order.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace tonelift {
namespace {

int64_t area_of(const Node& node) { return int64_t{node.width} * node.height; }

class CoreOrder {
  public:
    CoreOrder(const Graph& graph, const CoresToOrder& cores) : graph_(graph), cores_(cores) {
        for (const NodeId id : cores.needed) {
            if (graph.at(id).kind == NodeKind::core) add(id);
        }
    }

    std::vector<NodeId> run() {
        std::vector<NodeId> order;
        while (!ready_.empty()) {
            const NodeId core = std::get<NodeId>(*ready_.begin());
            ready_.erase(ready_.begin());
            order.push_back(core);
            for (const NodeId user : users_[core]) {
                if (--missing_[user] == 0) ready_.insert(rank_of(user));
            }
        }
        return order;
    }

  private:
    using Rank = std::tuple<bool, int64_t, ptrdiff_t, NodeId>;

    void add(NodeId core) {
        const std::set<NodeId> before = cores_before(graph_.at(core).operands);
        for (const NodeId other : before) users_[other].push_back(core);
        missing_[core] = before.size();
        if (before.empty()) ready_.insert(rank_of(core));
    }

    Rank rank_of(NodeId core) const {
        const Node& node = graph_.at(core);
        const bool enlarges = std::ranges::any_of(node.operands, [&](NodeId id) {
            return graph_.at(id).type == NodeType::plane && area_of(graph_.at(id)) < area_of(node);
        });
        const std::set<NodeId> operands(node.operands.begin(), node.operands.end());
        const auto of_input = std::ranges::count_if(operands, [&](NodeId id) {
            return graph_.at(id).type == NodeType::plane && cores_before({id}).empty();
        });
        return {enlarges, -area_of(node), -of_input, core};
    }

    std::set<NodeId> cores_before(std::vector<NodeId> stack) const {
        std::set<NodeId> cores;
        std::vector<bool> seen(graph_.size());
        while (!stack.empty()) {
            const NodeId id = stack.back();
            stack.pop_back();
            if (id == no_node || seen[static_cast<size_t>(id)]) continue;
            seen[static_cast<size_t>(id)] = true;
            const Node& node = graph_.at(id);
            if (node.kind == NodeKind::core) {
                cores.insert(id);
                continue;
            }
            if (restarts_at_cuts(node)) stack.push_back(cores_.scene_change);
            stack.insert(stack.end(), node.operands.begin(), node.operands.end());
        }
        return cores;
    }

    const Graph& graph_;
    const CoresToOrder& cores_;
    std::map<NodeId, std::vector<NodeId>> users_;
    std::map<NodeId, size_t> missing_;
    std::set<Rank> ready_;
};

}  // namespace

std::vector<NodeId> order_cores(const Graph& graph, const CoresToOrder& cores) {
    return CoreOrder(graph, cores).run();
}

}  // namespace tonelift
