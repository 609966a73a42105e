// SPDX-License-Identifier: BSD-2-Clause
#include "core/language/lower.h"

#include <algorithm>

#include "core/common/limits.h"
#include "core/graph/resize.h"

namespace tonelift {
namespace {

bool is_reduced_from(const Node& plane, NodeId whole) {
    if (plane.kind != NodeKind::core || plane.operands[0] != whole) return false;
    const auto* resample = std::get_if<Resample>(&plane.core);
    return resample != nullptr && resample->kind == ResampleKind::area &&
           4 * plane.width >= resample->in_width && 4 * plane.height >= resample->in_height;
}

}  // namespace

std::string grid_text(int width, int height) {
    return std::to_string(width) + "x" + std::to_string(height);
}

void Call::fail(int argument, const std::string& message, const std::string& hint) {
    throw CallError{argument, message, hint};
}

NodeId Call::coordinate(Axis axis, NodeId like) {
    const Node& node = graph.at(like);
    return node.type == NodeType::plane ? graph.coordinate(axis, node.width, node.height)
                                        : graph.coordinate(axis);
}

NodeId Call::as_plane(NodeId id, NodeId like) {
    if (graph.at(id).type == NodeType::plane) return id;
    // Computes a plane of ones from the x coordinate, because constant folding would remove a
    // constant.
    const NodeId one = graph.op(Op::step, graph.constant(-1), coordinate(Axis::x, like));
    if (graph.at(id).kind == NodeKind::constant && graph.at(id).value == 0)
        return graph.op(Op::subtract, graph.constant(1), one);
    return graph.op(Op::multiply, one, id);
}

NodeId Call::core(const Core& core, std::initializer_list<NodeId> operands) {
    const Node& first = graph.at(*operands.begin());
    return this->core(core, operands, first.width, first.height);
}

template <typename Make>
NodeId Call::counted(const Make& make) {
    const size_t before = graph.size();
    const NodeId id = make();
    count_passes(before);
    return id;
}

NodeId Call::core(const Core& core, std::initializer_list<NodeId> operands, int width, int height) {
    const auto all = std::span(operands.begin(), operands.size());
    return counted([&] { return graph.core(core, all, width, height); });
}

NodeId Call::resampled(ResampleKind kind, NodeId plane, int width, int height) {
    return counted([&] { return tonelift::resampled(graph, kind, plane, width, height); });
}

NodeId Call::resized(NodeId plane, int width, int height) {
    return counted([&] { return tonelift::resized(graph, plane, width, height); });
}

NodeId Call::reduce(ReductionKind kind, NodeId plane) {
    return counted([&] { return graph.reduce(kind, plane); });
}

Value Call::gather(int radius, Value results) {
    const size_t before = graph.size();
    const auto count = static_cast<size_t>(results.components);
    const NodeId anything = plane(0);
    const std::vector<NodeId> planes =
        graph.gather(radius, std::span(results.node).first(count), anything);
    std::copy(planes.begin(), planes.end(), results.node.begin());
    count_passes(before);
    return results;
}

// Counts the passes that the nodes from `nodes_before` on need. Fails if the script has too many
// passes. All nodes of a gather (a sum over neighboring pixels) are one pass.
void Call::count_passes(size_t nodes_before) {
    for (size_t i = nodes_before; i < graph.size(); ++i) {
        const Node& node = graph.at(static_cast<NodeId>(i));
        const bool makes = node.kind == NodeKind::core || node.kind == NodeKind::reduce;
        if (makes && node.result == 0) ++state_.passes;
    }
    if (state_.passes <= limits::passes) return;
    fail(-1, "the script has more than " + std::to_string(limits::passes) +
                 " stencils, scans, resamples and reductions");
}

NodeId Call::guide() {
    const NodeId value = as_plane(node(0));
    const NodeId guide = as_plane(node(1), value);
    require_grid(value, guide, 1);
    return guide;
}

void Call::require_grid(NodeId a, NodeId b, int argument) const {
    const Node& left = graph.at(a);
    const Node& right = graph.at(b);
    if (left.width == right.width && left.height == right.height) return;
    throw CallError{argument,
                    "planes of " + grid_text(left.width, left.height) + " and " +
                        grid_text(right.width, right.height) + " pixels cannot be combined",
                    "upsample() and joint_upsample() bring a plane to the size of the input"};
}

NodeId Call::lightness_histogram() {
    const auto lightness_of = [&](const Value& v) {
        return as_plane(graph.op(Op::lightness, v.node[0], v.node[1], v.node[2]));
    };
    const NodeId whole = lightness_of(context.input);
    std::set<NodeId> reduced;
    for (const auto& [factor, color] : context.reduced_input) reduced.insert(lightness_of(color));
    for (NodeId id = 0; id < static_cast<NodeId>(graph.size()); ++id) {
        const Node& node = graph.at(id);
        if (node.kind != NodeKind::reduce || node.reduction != ReductionKind::histogram) continue;
        const NodeId of = node.operands[0];
        if (of == whole || reduced.contains(of) || is_reduced_from(graph.at(of), whole)) return id;
    }
    return reduce(ReductionKind::histogram, whole);
}

const Value* Call::reduced_input(int factor) {
    const auto found = context.reduced_input.find(factor);
    if (found == context.reduced_input.end()) return nullptr;
    state_.input_reduction = std::max(state_.input_reduction, factor);
    return &found->second;
}

NodeId Call::downsampled(NodeId plane, int factor) {
    const int width = (graph.at(plane).width + factor - 1) / factor;
    const int height = (graph.at(plane).height + factor - 1) / factor;
    return resized(plane, width, height);
}

// Stripes of about two samples of a small plane are gray or black and white, depending on their
// phase. If they move, the histogram of the plane changes as at a cut, but the histogram of means
// of 8x8 samples does not. The means are made in two steps, as in the texture mask of presets, so
// that both share the planes.
NodeId Call::scene_change() {
    if (state_.scene_change != no_node) return state_.scene_change;
    const uint64_t outer = graph.script_position();
    graph.set_script_position(state_.script_position);
    const auto distance = [&](NodeId histogram) {
        return graph.frame(FrameOp::distance, std::array{histogram});
    };
    const NodeId histogram = lightness_histogram(), plane = graph.at(histogram).operands[0];
    std::vector<NodeId> operands = {graph.constant(context.scene_threshold_low),
                                    graph.constant(context.scene_threshold_high),
                                    distance(histogram)};
    if (graph.at(plane).width < graph.width()) {
        graph.set_script_position(~state_.script_position);  // tells both distances apart
        const NodeId means = downsampled(downsampled(plane, 2), 4);
        operands.push_back(distance(reduce(ReductionKind::histogram, means)));
        graph.set_script_position(state_.script_position);
    }
    state_.scene_change = graph.frame(FrameOp::scene_change, operands);
    graph.set_script_position(outer);
    return state_.scene_change;
}

}  // namespace tonelift
