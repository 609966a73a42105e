// SPDX-License-Identifier: BSD-2-Clause
// First of the three steps that make a schedule: lists all jobs, each after the jobs that it
// depends on.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "core/graph/plan.h"

namespace tonelift {

enum class JobKind : uint8_t { core, statistic, memory, uniforms, output };

// The reason why a plane must be stored, even if computing it again would be cheap.
enum class Need : uint8_t {
    upsampled,      // a smaller plane; the passes that read it upsample it themselves
    joint_guide,    // guide of a joint upsampling, with the size of the result
    joint_value,    // small plane that a joint upsampling enlarges; 16 bits are read faster
    reduced_input,  // operand of a scan, computed from the reduced input
    along_columns,  // operand of a scan along columns, which is fastest if it does nothing else
    from_core       // operand of a core, computed only from the result of the previous core
};
// Returns whether the plane is stored only if the previous pass can compute it. If not, the pass
// that reads the plane computes it.
constexpr bool needs_previous_pass(Need need) { return need >= Need::along_columns; }

struct Job {
    JobKind kind{};
    NodeId node = no_node;
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

std::vector<NodeId> computed_from(const Graph& graph, const Work& work, NodeId id);

// Visits the planes that `root` depends on, down to the result of `core`. Calls visit() for each
// node before its operands. If visit() returns false, the operands of the node are skipped.
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
