// SPDX-License-Identifier: BSD-2-Clause
//
// The order of the work: which passes there are, what each one computes and stores, and where
// numbers of the frame are needed. Drafts speak of nodes; plan.cpp turns them into programs and
// buffers.
#pragma once

#include <set>

#include "core/graph/gather.h"
#include "core/graph/plan.h"
#include "core/graph/program.h"

namespace tonelift {

struct PassDraft {
    std::string name;
    NodeId core = no_node;         // no_node: a point pass
    GatherParts gather;            // where the core is one
    std::vector<Sink> prologue;    // store_core
    std::vector<Sink> epilogue;    // stores, reductions
    std::set<NodeId> computed[2];  // nodes of the prologue and of the epilogue
    std::set<NodeId> loaded;       // nodes read from a buffer
    int width = 0;                 // grid of the epilogue
    int height = 0;
};

struct StepDraft {
    bool is_pass = true;
    PassDraft pass;
    std::vector<NodeId> numbers;  // of a frame step, in order
};

struct Schedule {
    std::vector<StepDraft> steps;
    std::map<NodeId, int>
        stored;  // node -> virtual buffer, in the order in which they are first stored
    std::map<NodeId, int> reductions;    // reduce node -> reduction
    std::set<NodeId> upsampled;          // see find_upsampled(); no pass makes them
    std::map<NodeId, NodeId> tabulated;  // see find_tables(); made by frame steps, as numbers are
};

Schedule make_schedule(const Graph& graph, const PlanRequest& request);

}  // namespace tonelift
