// SPDX-License-Identifier: BSD-2-Clause
#include "core/graph/tabulate.h"

#include <algorithm>
#include <set>

#include "kernels/evaluate.h"

namespace tonelift {
namespace {

// Minimum total cost of the operations that one table replaces, in the unit of operations.def.
constexpr int cost_worth_a_table = 14;

// Returns whether a table can replace the operation. Operations with poles or steps do not suit a
// table.
bool suits_a_table(Op op) {
    switch (op) {
        case Op::lookup:
        case Op::add:
        case Op::subtract:
        case Op::multiply:
        case Op::multiply_add:
        case Op::negate:
        case Op::abs:
        case Op::min:
        case Op::max:
        case Op::clamp:
        case Op::saturate:
        case Op::mix:
        case Op::smoothstep:
        case Op::linearstep:
            return true;
        default:
            return false;
    }
}

class TableFinder {
  public:
    TableFinder(const Graph& graph, std::span<const NodeId> roots) : graph_(graph) {
        std::vector<NodeId> stack;
        for (NodeId root : roots) {
            if (root == no_node) continue;
            users_[root].insert(no_node);
            stack.push_back(root);
        }
        while (!stack.empty()) {
            const NodeId id = stack.back();
            stack.pop_back();
            if (!reached_.insert(id).second) continue;
            for (NodeId operand : graph_.at(id).operands) {
                users_[operand].insert(id);
                stack.push_back(operand);
            }
        }
    }

    std::map<NodeId, NodeId> run() {
        for (NodeId id : reached_) source_[id] = source_of(id);
        std::map<NodeId, NodeId> tables;
        std::set<NodeId> computed;
        for (auto i = reached_.rbegin(); i != reached_.rend(); ++i) {
            const NodeId id = *i, source = source_.at(id);
            if (source == id || !is_needed(id, computed)) continue;
            if (own_cost(id) >= cost_worth_a_table)
                tables[id] = source;
            else
                computed.insert(id);
        }
        return tables;
    }

  private:
    NodeId source_of(NodeId id) const {
        const Node& node = graph_.at(id);
        if (node.type != NodeType::plane || node.kind != NodeKind::operation) return id;
        if (node.inner) return id;
        if (!suits_a_table(node.op)) return id;
        NodeId source = no_node;
        for (NodeId operand : node.operands) {
            if (graph_.at(operand).type != NodeType::plane) continue;
            if (source != no_node && source != source_.at(operand)) return id;
            source = source_.at(operand);
        }
        const Interval range = graph_.at(source).range;
        return range.low >= 0 && range.high <= 1 ? source : id;
    }

    bool is_of_chain(NodeId id, NodeId source) const {
        const auto found = source_.find(id);
        return found != source_.end() && found->second == source && id != source;
    }

    bool is_needed(NodeId id, const std::set<NodeId>& computed) const {
        return std::ranges::any_of(users_.at(id), [&](NodeId user) {
            return !is_of_chain(user, source_.at(id)) || computed.contains(user);
        });
    }

    int own_cost(NodeId last) const {
        const NodeId source = source_.at(last);
        std::set<NodeId, std::greater<>> open{last};
        std::set<NodeId> own;
        int cost = 0;
        while (!open.empty()) {
            const NodeId id = *open.begin();
            open.erase(open.begin());
            if (id != last && !all_users_in(id, own)) continue;
            own.insert(id);
            cost += operation_info(graph_.at(id).op).cost;
            for (NodeId operand : graph_.at(id).operands) {
                if (is_of_chain(operand, source)) open.insert(operand);
            }
        }
        return cost;
    }

    bool all_users_in(NodeId id, const std::set<NodeId>& own) const {
        for (NodeId user : users_.at(id)) {
            if (!own.contains(user)) return false;
        }
        return true;
    }

    const Graph& graph_;
    std::set<NodeId> reached_;
    std::map<NodeId, std::set<NodeId>> users_;
    std::map<NodeId, NodeId> source_;
};

}  // namespace

std::map<NodeId, NodeId> find_tables(const Graph& graph, std::span<const NodeId> roots) {
    return TableFinder(graph, roots).run();
}

}  // namespace tonelift
