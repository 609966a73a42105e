// SPDX-License-Identifier: BSD-2-Clause
// Lowers the reductions of a plane to one number per frame.
#include "core/language/lower.h"

namespace tonelift::lower {
namespace {

NodeId statistic(Call& call, FrameOp op, ReductionKind kind, NodeId plane) {
    const std::array<NodeId, 1> operands = {call.reduce(kind, plane)};
    return call.graph.frame(op, operands);
}

}  // namespace

Value mean(Call& call) {
    return scalar(statistic(call, FrameOp::mean, ReductionKind::sum, call.plane(0)));
}

Value sum(Call& call) {
    return scalar(statistic(call, FrameOp::sum, ReductionKind::sum, call.plane(0)));
}

Value minimum(Call& call) {
    return scalar(statistic(call, FrameOp::minimum, ReductionKind::minimum, call.plane(0)));
}

Value maximum(Call& call) {
    return scalar(statistic(call, FrameOp::maximum, ReductionKind::maximum, call.plane(0)));
}

Value log_mean(Call& call) {
    return scalar(statistic(call, FrameOp::log_mean, ReductionKind::sum_of_logs, call.plane(0)));
}

Value entropy(Call& call) {
    return scalar(statistic(call, FrameOp::entropy, ReductionKind::histogram, call.plane(0)));
}

Value variance(Call& call) {
    Graph& graph = call.graph;
    const NodeId v = call.plane(0);
    const NodeId mean = statistic(call, FrameOp::mean, ReductionKind::sum, v);
    const NodeId mean_of_squares =
        statistic(call, FrameOp::mean, ReductionKind::sum, graph.op(Op::multiply, v, v));
    const NodeId difference =
        graph.op(Op::subtract, mean_of_squares, graph.op(Op::multiply, mean, mean));
    return scalar(graph.op(Op::max, difference, graph.constant(0)));
}

Value percentile(Call& call) {
    const NodeId histogram = call.reduce(ReductionKind::histogram, call.plane(0));
    const std::array<NodeId, 3> operands = {histogram, call.node(1), call.node(2)};
    return scalar(call.graph.frame(FrameOp::percentile, operands));
}

}  // namespace tonelift::lower
