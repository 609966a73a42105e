// SPDX-License-Identifier: BSD-2-Clause
// First step of the schedule: lists the work in an order in which operands come before their users.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "core/graph/plan.h"

namespace tonelift {

enum class JobKind : uint8_t { core, statistic, memory, numbers, output };

// Why a plane must be stored in memory, even if recomputing it would be cheap.
//   upsampled     point passes read it at a smaller size than their own
//   joint_guide   a joint upsampling reads it at the size of its result
//   joint_value   a joint upsampling reads it: 16 bits are four times as fast as floats
//   halved_input  a scan reads it: a GPU splits lines, and would compute the overlap twice
//   along_columns a vertical scan reads it, and is fastest without other work
//   from_core     only the result of the previous core is needed to compute it
// The last two apply only if the previous pass can compute the plane.
enum class Need : uint8_t {
    upsampled,
    joint_guide,
    joint_value,
    halved_input,
    along_columns,
    from_core
};
constexpr bool needs_previous_pass(Need need) { return need >= Need::along_columns; }

struct Job {
    JobKind kind{};
    NodeId node = no_node;
    // Planes that are computed before a core, numbers of a frame, or components of the output.
    std::vector<NodeId> nodes;
    std::vector<NodeId> gathered{};
    Need need{};
    bool operator==(const Job&) const = default;
};

struct Work {
    std::vector<Job> jobs;
    std::set<NodeId> upsampled;
    std::map<NodeId, NodeId> tabulated;
};

Work order_work(const Graph& graph, const PlanRequest& request);

// Returns the operands of a node. Upsampled and tabulated nodes have other operands than in the
// graph.
std::vector<NodeId> computed_from(const Graph& graph, const Work& work, NodeId id);

// Calls visit() for every plane that a program computes for `root`, users before operands. If
// visit() returns false, operands are skipped.
template <typename Visit>
void walk_program(const Graph& graph, const Work& work, NodeId root, NodeId core,
                  const Visit& visit) {
    std::vector<NodeId> stack{root};
    while (!stack.empty()) {
        const NodeId id = stack.back();
        stack.pop_back();
        const Node& node = graph.at(id);
        if (node.type != NodeType::plane || node.kind == NodeKind::sum || id == core) continue;
        if (!visit(id)) continue;
        for (NodeId operand : computed_from(graph, work, id)) stack.push_back(operand);
    }
}

bool fits_16_bits(const Node& node);

}  // namespace tonelift
