// SPDX-License-Identifier: BSD-2-Clause
// Makes the schedule: passes and frame steps in the order of execution, each with the nodes that it
// computes.
#pragma once

#include "core/graph/gather.h"
#include "core/graph/program.h"
#include "core/graph/select.h"

namespace tonelift {

struct PassDraft {
    std::string name;
    FusedPass fused;
    NodeId core = no_node;
    GatherParts gather;
    std::vector<Sink> prologue;
    std::vector<Sink> epilogue;
    std::set<NodeId> loaded;
    int width = 0;
    int height = 0;
};

struct StepDraft {
    bool is_pass = true;
    PassDraft pass;
    std::vector<NodeId> uniforms;
};

struct Schedule {
    std::vector<StepDraft> steps;
    std::map<NodeId, int> reductions;
    std::map<NodeId, Host> hosts;
    Selection selection;
    std::set<NodeId> upsampled;
    std::map<NodeId, NodeId> tabulated;
};

Schedule make_schedule(const Graph& graph, const PlanRequest& request);

}  // namespace tonelift
