// SPDX-License-Identifier: BSD-2-Clause
// Lowers the reductions of a plane to one number per frame.
#include <limits>

#include "core/language/lower.h"

namespace tonelift::lower {
namespace {

NodeId statistic(Call& call, FrameOp op, ReductionKind kind, NodeId plane) {
    const std::array<NodeId, 1> operands = {call.reduce(kind, plane)};
    return call.graph.frame(op, operands);
}

// Replaces NaN by 0, and infinities by +-65504, so that one such pixel does not decide the sum.
NodeId finite(Graph& graph, NodeId v) {
    const Interval range = graph.at(v).range;
    if (range.low > everything.low && range.high < everything.high) return v;
    const NodeId largest = graph.constant(std::numeric_limits<float>::max());
    const NodeId known = graph.op(Op::less_equal, graph.op(Op::abs, v), largest);
    return graph.op(Op::select, known, v, graph.op(Op::sanitize, v));
}

NodeId mean_of(Call& call, NodeId plane) {
    return statistic(call, FrameOp::mean, ReductionKind::sum, plane);
}

}  // namespace

Value mean(Call& call) { return scalar(mean_of(call, finite(call.graph, call.plane(0)))); }

Value sum(Call& call) {
    const NodeId v = finite(call.graph, call.plane(0));
    return scalar(statistic(call, FrameOp::sum, ReductionKind::sum, v));
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
    const NodeId v = finite(graph, call.plane(0));
    const NodeId mean = mean_of(call, v);
    const NodeId mean_of_squares = mean_of(call, graph.op(Op::multiply, v, v));
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
