// SPDX-License-Identifier: BSD-2-Clause
//
// First step of the schedule: lists the jobs, so that each comes after the jobs that it depends on.
// A job is a core, a statistic, a plane that must be in memory, the numbers of a frame step, or the
// output picture. There are no passes yet.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "core/graph/plan.h"

namespace tonelift {

enum class JobKind : uint8_t { core, statistic, memory, numbers, output };

// Why a plane must be stored in memory, even if recomputing it would be cheap.
//   upsampled     point passes read it at a smaller size than their own (core/graph/upsampled.h)
//   joint_guide   a joint upsampling reads it at the size of its result
//   joint_value   a joint upsampling reads it: 16 bits in memory are four times as fast as floats
//   halved_input  a scan reads it, and it comes from the halved input: a GPU splits lines into
//                 pieces, and would otherwise compute the ends of the pieces twice
//   along_columns a scan along columns reads it, and is fastest in a pass without other work
//   from_core     a core reads it, and only the result of the previous core is needed to compute it
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
    // For a job of kind core it is the core, or the first core of a gather. For statistic it is the
    // reduction, and for memory the plane.
    NodeId node = no_node;
    // For a job of kind core these are the planes that its prologue computes. For numbers they are
    // numbers and tables, in order. For output they are its components, and planes of statistics.
    std::vector<NodeId> nodes;
    std::vector<NodeId> gathered{};  // core: the needed nodes of one gather
    Need need{};                     // memory
    bool operator==(const Job&) const = default;
};

struct Work {
    std::vector<Job> jobs;
    std::set<NodeId> upsampled;          // see find_upsampled(); planes that need no pass
    std::map<NodeId, NodeId> tabulated;  // see find_tables(); computed by frame steps
};

Work order_work(const Graph& graph, const PlanRequest& request);

// Returns the operands that a program reads for a node. For upsampled and tabulated nodes, they
// differ from the operands in the graph.
std::vector<NodeId> computed_from(const Graph& graph, const Work& work, NodeId id);

// Calls visit() for every plane that a program computes for `root`; a node comes before its
// operands. `core` is the core of the pass. visit() returns whether the program computes the
// plane's operands, too.
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

// Returns whether a plane that point operations compute may be stored in 16 bits.
bool fits_16_bits(const Node& node);

}  // namespace tonelift
