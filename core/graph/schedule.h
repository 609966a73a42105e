// SPDX-License-Identifier: BSD-2-Clause
//
// The schedule lists passes and frame steps in order, each with the nodes that it computes and
// stores. It is made in three steps: order_work(), fuse() and select(). The drafts of passes refer
// to nodes; plan.cpp turns them into programs and buffers.
#pragma once

#include "core/graph/gather.h"
#include "core/graph/program.h"
#include "core/graph/select.h"

namespace tonelift {

struct PassDraft {
    std::string name;
    FusedPass fused;
    NodeId core = no_node;       // no_node: a point pass
    GatherParts gather;          // if the core is a gather
    std::vector<Sink> prologue;  // sinks are store_core
    std::vector<Sink> epilogue;  // sinks are stores and reductions
    std::set<NodeId> loaded;     // nodes read from a buffer
    int width = 0;               // grid of the epilogue
    int height = 0;
};

struct StepDraft {
    bool is_pass = true;
    PassDraft pass;
    std::vector<NodeId> numbers;  // numbers of a frame step, in order of computation
};

struct Schedule {
    std::vector<StepDraft> steps;
    std::map<NodeId, int> reductions;  // reduce node -> reduction
    std::map<NodeId, Host> hosts;      // reduce node -> which pass computes its plane
    Selection selection;
    std::set<NodeId> upsampled;          // see Work
    std::map<NodeId, NodeId> tabulated;  // see Work
};

Schedule make_schedule(const Graph& graph, const PlanRequest& request);

}  // namespace tonelift
