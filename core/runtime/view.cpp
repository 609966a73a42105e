// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/view.h"

#include "core/color/describe.h"
#include "core/graph/resize.h"
#include "core/language/view_names.h"
#include "kernels/error.h"
#include "kernels/math/plain.h"

namespace tonelift {
namespace {

Value gray_of(Graph& graph, NodeId plane, double peak) {
    const NodeId white = graph.constant(static_cast<float>(peak / reference_white_nits));
    const NodeId gray =
        graph.op(Op::multiply, graph.op(Op::bt1886_decode, graph.op(Op::saturate, plane)), white);
    return color(gray, gray, gray);
}

NodeId plane_of(Graph& graph, const Script& script, const char* name) {
    const auto found = script.variables.find(view_variable(name));
    if (found == script.variables.end()) {
        throw Error(Failure::argument, std::string("show=") + name +
                                           " needs a script that declares this view, as in: view " +
                                           name + " = ...;");
    }
    const NodeId plane = found->second.node[0];
    if (graph.at(plane).type != NodeType::plane) return plane;
    return resized(graph, plane, graph.width(), graph.height());
}

Value around_middle(Graph& graph, NodeId plane, float gain, double peak) {
    return gray_of(
        graph, graph.op(Op::multiply_add, plane, graph.constant(gain), graph.constant(0.5f)), peak);
}

Value choose(Graph& graph, NodeId condition, const Value& yes, const Value& no) {
    const auto pick = [&](size_t i) {
        return graph.op(Op::select, condition, yes.node[i], no.node[i]);
    };
    return color(pick(0), pick(1), pick(2));
}

Value constant_color(Graph& graph, float r, float g, float b) {
    return color(graph.constant(r), graph.constant(g), graph.constant(b));
}

// Marks clipped highlights in red, and pixels that became nearly black in blue.
Value clipping(Graph& graph, const Value& mapped, const Value& input, double peak) {
    const auto white = static_cast<float>(peak / reference_white_nits);
    const NodeId highest = graph.op(Op::max_rgb, mapped.node[0], mapped.node[1], mapped.node[2]);
    const NodeId source = graph.op(Op::max_rgb, input.node[0], input.node[1], input.node[2]);
    const NodeId bright = graph.op(Op::lightness, mapped.node[0], mapped.node[1], mapped.node[2]);
    const float least = math::pq_encode(0.99f * white);
    const NodeId burnt = graph.op(Op::less_equal, graph.constant(least), bright);
    const NodeId dark = graph.op(Op::less, highest, graph.constant(2e-4f * white));
    const NodeId crushed =
        graph.op(Op::multiply, dark, graph.op(Op::less, graph.constant(1e-3f), source));
    const Value marked = choose(graph, crushed, constant_color(graph, 0, 0, white), mapped);
    return choose(graph, burnt, constant_color(graph, white, 0, 0), marked);
}

Value histogram(Graph& graph, const Value& mapped, const Value& input, double peak) {
    const NodeId v = graph.op(Op::lightness, input.node[0], input.node[1], input.node[2]);
    const std::array<NodeId, 1> counts{graph.reduce(ReductionKind::histogram, v)};
    const NodeId bars = graph.frame(FrameOp::histogram, counts);
    const NodeId column = graph.op(Op::multiply, graph.coordinate(Axis::x),
                                   graph.constant(1.0f / static_cast<float>(graph.width())));
    const NodeId height =
        graph.op(Op::multiply_add, graph.coordinate(Axis::y),
                 graph.constant(-3.0f / static_cast<float>(graph.height())), graph.constant(3));
    const NodeId inside = graph.op(Op::less, height, graph.lookup(bars, column));
    const auto white = static_cast<float>(peak / reference_white_nits);
    return choose(graph, inside, constant_color(graph, 0.6f * white, 0.6f * white, 0.6f * white),
                  mapped);
}

}  // namespace

Value shown_color(Graph& graph, const Script& script, const Value& input, Show show, double peak) {
    switch (show) {
        case Show::base:
            return gray_of(graph, plane_of(graph, script, "base"), peak);
        case Show::detail:
            return around_middle(graph, plane_of(graph, script, "detail"), 4, peak);
        case Show::gain:
            return around_middle(graph, plane_of(graph, script, "gain"), 1, peak);
        case Show::skin:
            return gray_of(graph, plane_of(graph, script, "skin"), peak);
        case Show::clipping:
            return clipping(graph, script.output, input, peak);
        case Show::histogram:
            return histogram(graph, script.output, input, peak);
        case Show::off:
            break;
    }
    return script.output;
}

Value split_color(Graph& graph, const Value& input, const Value& mapped, double share) {
    if (share <= 0) return mapped;
    const auto edge = static_cast<float>(share * graph.width());
    return choose(graph, graph.op(Op::less, graph.coordinate(Axis::x), graph.constant(edge)), input,
                  mapped);
}

}  // namespace tonelift
