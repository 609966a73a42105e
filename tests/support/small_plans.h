// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <tonelift/frame.h>

#include "core/graph/plan.h"

namespace tonelift {

constexpr int plan_width = 64;
constexpr int plan_height = 32;

inline PlanRequest request_for(std::vector<NodeId> components, NodeId scene = no_node) {
    PlanRequest request;
    request.input = {find_format(TONELIFT_FORMAT_GBRP), plan_width, plan_height, true, 1};
    request.output = request.input;
    request.components = std::move(components);
    request.scene_change = scene;
    return request;
}

inline NodeId lightness(Graph& graph) {
    return graph.op(Op::lightness, graph.op(Op::pq_decode, graph.input(0)),
                    graph.op(Op::pq_decode, graph.input(1)),
                    graph.op(Op::pq_decode, graph.input(2)));
}

inline NodeId scan(Graph& graph, Axis axis, NodeId value, NodeId guide) {
    Scan core;
    core.kind = ScanKind::edge;
    core.axis = axis;
    core.rate = 1;
    const std::array<NodeId, 2> operands{value, guide};
    return graph.core(core, operands, plan_width, plan_height);
}

inline NodeId median_of(Graph& graph, NodeId plane) {
    const std::array<NodeId, 2> arguments{graph.reduce(ReductionKind::histogram, plane),
                                          graph.constant(0.5f)};
    return graph.frame(FrameOp::percentile, arguments);
}

inline int count(const Plan& plan, Op op) {
    int n = 0;
    for (const auto& step : plan.steps) {
        const auto* pass = std::get_if<Pass>(&step);
        if (pass == nullptr) continue;
        for (const PointProgram* program : {&pass->prologue, &pass->epilogue}) {
            for (const Instruction& instruction : program->code) n += instruction.op == op ? 1 : 0;
        }
    }
    return n;
}

}  // namespace tonelift
