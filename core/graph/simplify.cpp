// SPDX-License-Identifier: BSD-2-Clause
#include "core/graph/simplify.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "kernels/evaluate.h"

namespace tonelift {
namespace {

enum class KnownRange : uint8_t { any, unit };
constexpr KnownRange known_ranges[] = {
#define TONELIFT_OPERATION(name, inputs, outputs, range, cost) KnownRange::range,
#include "kernels/operations.def"
};

bool within(Interval inner, Interval outer) {
    return inner.low >= outer.low && inner.high <= outer.high;
}

NodeId fold(Graph& graph, const Node& node) {
    float in[max_inputs] = {};
    float out[max_outputs] = {};
    for (size_t i = 0; i < node.operands.size(); ++i) in[i] = graph.at(node.operands[i]).value;
    evaluate_operation(node.op, in, out);
    return graph.constant(out[node.result]);
}

struct View {
    Graph& graph;
    const Node& node;

    NodeId id(int i) const { return node.operands[static_cast<size_t>(i)]; }
    Interval range(int i) const { return graph.at(id(i)).range; }
    NodeId difference_to(int i, NodeId a) const {
        const Node& operand = graph.at(id(i));
        const bool fits = operand.kind == NodeKind::operation && operand.op == Op::subtract &&
                          operand.operands[1] == a;
        return fits ? operand.operands[0] : no_node;
    }
    bool is(int i, float value) const {
        const Node& operand = graph.at(id(i));
        return operand.kind == NodeKind::constant && operand.value == value;
    }
};

// Replaces the division with a multiplication by the inverse of the divisor, because multiplication
// is several times faster than division. The result differs from the quotient by at most one unit
// in the last place.
NodeId divide_by_constant(const View& v) {
    const Node& divisor = v.graph.at(v.id(1));
    if (divisor.kind != NodeKind::constant) return no_node;
    const float factor = 1 / divisor.value;
    if (!std::isnormal(divisor.value) || !std::isnormal(factor)) return no_node;
    return v.graph.op(Op::multiply, v.id(0), v.graph.constant(factor));
}

NodeId subtract_mixtures(const View& v) {
    Graph& graph = v.graph;
    const auto is_constant = [&](NodeId id) { return graph.at(id).kind == NodeKind::constant; };
    for (int i : {0, 1}) {
        const Node& mixture = graph.at(v.id(i));
        if (!is_constant(v.id(1 - i)) || mixture.kind != NodeKind::operation) continue;
        if (mixture.op != Op::mix) continue;
        const std::vector<NodeId> of = mixture.operands;
        if (!is_constant(of[0]) || !is_constant(of[1])) continue;
        const auto difference = [&](NodeId end) {
            return i == 0 ? graph.op(Op::subtract, end, v.id(1))
                          : graph.op(Op::subtract, v.id(0), end);
        };
        return graph.op(Op::mix, difference(of[0]), difference(of[1]), of[2]);
    }
    return no_node;
}

std::optional<std::array<double, 4>> row_of(const Graph& graph, const Node& node) {
    if (node.kind != NodeKind::operation || node.op != Op::dot3) return {};
    std::array<double, 4> row{};
    for (size_t i = 0; i < row.size(); ++i) {
        const Node& entry = graph.at(node.operands[3 + i]);
        if (entry.kind != NodeKind::constant) return {};
        row[i] = double{entry.value};
    }
    return row;
}

NodeId join_matrices(const View& v) {
    const auto outer = row_of(v.graph, v.node);
    if (!outer) return no_node;
    const std::vector<NodeId> color(v.graph.at(v.id(0)).operands);
    std::array<double, 4> sum{0, 0, 0, (*outer)[3]};
    for (int i = 0; i < 3; ++i) {
        const Node& operand = v.graph.at(v.id(i));
        const auto inner = row_of(v.graph, operand);
        if (!inner || !std::equal(color.begin(), color.begin() + 3, operand.operands.begin()))
            return no_node;
        for (size_t k = 0; k < sum.size(); ++k)
            sum[k] += (*outer)[static_cast<size_t>(i)] * (*inner)[k];
    }
    const auto entry = [&](size_t k) { return v.graph.constant(static_cast<float>(sum[k])); };
    return v.graph.op(Op::dot3, color[0], color[1], color[2], entry(0), entry(1), entry(2),
                      entry(3));
}

NodeId simplify_arithmetic(const View& v) {
    switch (v.node.op) {
        case Op::add:
            if (v.is(0, 0)) return v.id(1);
            if (v.is(1, 0)) return v.id(0);
            return std::max(v.difference_to(0, v.id(1)), v.difference_to(1, v.id(0)));
        case Op::subtract:
            if (v.id(0) == v.id(1)) return v.graph.constant(0);
            return v.is(1, 0) ? v.id(0) : subtract_mixtures(v);
        case Op::multiply:
            if (v.is(0, 0) || v.is(1, 0)) return v.graph.constant(0);
            return v.is(0, 1) ? v.id(1) : v.is(1, 1) ? v.id(0) : no_node;
        case Op::divide:
            return v.is(1, 1) ? v.id(0) : divide_by_constant(v);
        case Op::multiply_add:
            if (v.is(0, 0) || v.is(1, 0)) return v.id(2);
            return no_node;
        case Op::dot3:
            return join_matrices(v);
        case Op::pow:
            return v.is(1, 1) && v.range(0).low >= 0 ? v.id(0) : no_node;
        case Op::mix:
            if (v.is(2, 0) || v.id(0) == v.id(1)) return v.id(0);
            if (v.is(2, 1)) return v.id(1);
            return v.is(0, 0) ? v.graph.op(Op::multiply, v.id(1), v.id(2)) : no_node;
        case Op::select:
            if (v.id(1) == v.id(2)) return v.id(1);
            if (v.range(0).low > 0) return v.id(1);
            return v.range(0).high <= 0 ? v.id(2) : no_node;
        default:
            return no_node;
    }
}

NodeId simplify_limits(const View& v) {
    switch (v.node.op) {
        case Op::saturate:
            return within(v.range(0), unit_range) ? v.id(0) : no_node;
        case Op::clamp:
            return within(v.range(0), {v.range(1).high, v.range(2).low}) ? v.id(0) : no_node;
        case Op::min:
            if (v.id(0) == v.id(1) || v.range(0).high <= v.range(1).low) return v.id(0);
            return v.range(1).high <= v.range(0).low ? v.id(1) : no_node;
        case Op::max:
            if (v.id(0) == v.id(1) || v.range(0).low >= v.range(1).high) return v.id(0);
            return v.range(1).low >= v.range(0).high ? v.id(1) : no_node;
        default:
            return no_node;
    }
}

NodeId simplify_known_step(const View& v) {
    if (v.node.op != Op::linearstep) return no_node;
    Graph& graph = v.graph;
    const float from = graph.at(v.id(0)).value, to = graph.at(v.id(1)).value;
    const float slope = 1 / (to - from), start = -from * slope;
    constexpr float largest_start = 16;
    if (!std::isnormal(slope) || !(std::abs(start) <= largest_start)) return no_node;
    return graph.op(Op::saturate, graph.op(Op::multiply_add, v.id(2), graph.constant(slope),
                                           graph.constant(start)));
}

NodeId simplify_step(const View& v) {
    const bool smooth = v.node.op == Op::smoothstep;
    if (!smooth && v.node.op != Op::linearstep) return no_node;
    Graph& graph = v.graph;
    const auto type = [&](int i) { return graph.at(v.id(i)).type; };
    const bool known = type(0) == NodeType::constant && type(1) == NodeType::constant;
    if (type(0) == NodeType::plane || type(1) == NodeType::plane) return no_node;
    if (type(2) != NodeType::plane) return no_node;
    if (known) return simplify_known_step(v);
    // A power of two scales the edge without rounding. `at_edge` is then the distance to the number
    // below the edge, so that the step begins exactly at the edge.
    constexpr float steepest = 0x1p100f, edge_spacing = 0x1.4p-24f;
    const NodeId at_edge = graph.op(Op::multiply_add, graph.op(Op::abs, v.id(0)),
                                    graph.constant(steepest * edge_spacing), graph.constant(1));
    const NodeId span = graph.op(Op::subtract, v.id(1), v.id(0));
    const NodeId apart = graph.op(Op::abs, span);
    const NodeId slope = graph.op(Op::select, apart, graph.op(Op::divide, graph.constant(1), span),
                                  graph.constant(steepest));
    const NodeId start =
        graph.op(Op::subtract, graph.op(Op::select, apart, graph.constant(0), at_edge),
                 graph.op(Op::multiply, v.id(0), slope));
    const NodeId way = graph.op(Op::saturate, graph.op(Op::multiply_add, v.id(2), slope, start));
    if (!smooth) return way;
    const NodeId rest = graph.op(Op::multiply_add, way, graph.constant(-2), graph.constant(3));
    return graph.op(Op::multiply, graph.op(Op::multiply, way, way), rest);
}

constexpr float largest_gain = 65504.0f;

NodeId simplify_relight(const View& v) {
    if (v.id(3) == v.id(4)) return v.id(v.node.result);
    // Plans leave out the node of this lightness if nothing reads it.
    if (v.id(3) != v.graph.op(Op::lightness, v.id(0), v.id(1), v.id(2))) return no_node;
    const NodeId to = v.graph.op(Op::pq_decode, v.id(4));
    const NodeId luminance = v.graph.op(Op::luminance, v.id(0), v.id(1), v.id(2));
    const NodeId light = v.graph.op(Op::max, luminance, v.graph.constant(0));
    const NodeId gain =
        v.graph.op(Op::min, v.graph.op(Op::divide, to, light), v.graph.constant(largest_gain));
    return v.graph.op(Op::multiply, v.id(v.node.result), gain);
}

struct ScaledColor {
    std::array<NodeId, 3> color{};
    NodeId factor = no_node;
};

// Returns the color and the factor if the first three operands are products with the same factor.
std::optional<ScaledColor> scaled_color(const View& v) {
    ScaledColor scaled;
    for (int i = 0; i < 3; ++i) {
        const Node& product = v.graph.at(v.id(i));
        if (product.kind != NodeKind::operation || product.op != Op::multiply) return {};
        if (i > 0 && product.operands[1] != scaled.factor) return {};
        scaled.color[static_cast<size_t>(i)] = product.operands[0];
        scaled.factor = product.operands[1];
    }
    return scaled;
}

// The luminance of a product of a color and a factor is the product of the color's luminance and
// the factor.
NodeId simplify_luminance(const View& v) {
    const auto scaled = scaled_color(v);
    if (!scaled) return no_node;
    const auto& [r, g, b] = scaled->color;
    return v.graph.op(Op::multiply, v.graph.op(Op::luminance, r, g, b), scaled->factor);
}

NodeId simplify_lightness(const View& v) {
    const NodeId luminance = simplify_luminance(v);
    return luminance == no_node ? no_node : v.graph.op(Op::pq_encode, luminance);
}

NodeId simplify_saturation(const View& v) {
    const auto scaled = scaled_color(v);
    if (!scaled) return no_node;
    Graph& graph = v.graph;
    const NodeId gray = simplify_luminance(v);
    const NodeId kept = graph.op(Op::multiply, scaled->factor, v.id(3));
    const NodeId added =
        graph.op(Op::multiply, gray, graph.op(Op::subtract, graph.constant(1), v.id(3)));
    return graph.op(Op::multiply_add, scaled->color[v.node.result], kept, added);
}

NodeId simplify_color(const View& v) {
    switch (v.node.op) {
        case Op::luminance:
            return simplify_luminance(v);
        case Op::lightness:
            return simplify_lightness(v);
        case Op::saturation:
            return v.is(3, 1) ? v.id(v.node.result) : simplify_saturation(v);
        case Op::vibrance:
        case Op::hue_rotate:
            return v.is(3, 0) ? v.id(v.node.result) : no_node;
        case Op::white_balance:
            return v.is(3, 0) && v.is(4, 0) ? v.id(v.node.result) : no_node;
        case Op::relight:
            return simplify_relight(v);
        default:
            return no_node;
    }
}

Interval corners(Interval a, Interval b, float (*f)(float, float)) {
    const float values[] = {f(a.low, b.low), f(a.low, b.high), f(a.high, b.low), f(a.high, b.high)};
    const auto [low, high] = std::minmax_element(std::begin(values), std::end(values));
    if (std::isnan(*low) || std::isnan(*high)) return everything;
    return {std::max(*low, everything.low), std::min(*high, everything.high)};
}

Interval hull(Interval a, Interval b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

std::optional<Interval> range_of_blend(const Graph& graph, const Node& difference) {
    const NodeId x = difference.operands[0];
    const Node& product = graph.at(difference.operands[1]);
    if (product.kind != NodeKind::operation || product.op != Op::multiply) return {};
    const Node& way = graph.at(product.operands[0]);
    if (way.kind != NodeKind::operation || way.op != Op::subtract || way.operands[0] != x)
        return {};
    if (!within(graph.at(product.operands[1]).range, unit_range)) return {};
    return hull(graph.at(x).range, graph.at(way.operands[1]).range);
}

}  // namespace

NodeId simplify(Graph& graph, const Node& operation) {
    if (operation.type == NodeType::constant) return fold(graph, operation);
    const View view{graph, operation};
    for (auto* rule : {simplify_arithmetic, simplify_limits, simplify_step, simplify_color}) {
        const NodeId same = rule(view);
        if (same != no_node) return same;
    }
    return no_node;
}

Interval operation_range(const Graph& graph, const Node& operation) {
    const auto range = [&](size_t i) { return graph.at(operation.operands[i]).range; };
    switch (operation.op) {
        case Op::add:
            return corners(range(0), range(1), [](float a, float b) { return a + b; });
        case Op::subtract:
            if (const auto blend = range_of_blend(graph, operation)) return *blend;
            return corners(range(0), range(1), [](float a, float b) { return a - b; });
        case Op::multiply:
            return corners(range(0), range(1), [](float a, float b) { return a * b; });
        case Op::min:
            return corners(range(0), range(1), [](float a, float b) { return std::min(a, b); });
        case Op::max:
            return corners(range(0), range(1), [](float a, float b) { return std::max(a, b); });
        case Op::clamp:  // if the limits cross, clamp() returns the upper limit
            return {std::min(range(1).low, range(2).low), range(2).high};
        case Op::select:
            return hull(range(1), range(2));
        case Op::mix:
            return within(range(2), unit_range) ? hull(range(0), range(1)) : everything;
        default:
            break;
    }
    return known_ranges[static_cast<size_t>(operation.op)] == KnownRange::unit ? unit_range
                                                                               : everything;
}

Interval core_range(const Core& core, Interval value) {
    const auto* scan = std::get_if<Scan>(&core);
    // Results of the recursive Gaussian and of sums can lie outside the range of their input.
    if (scan != nullptr && (scan->kind == ScanKind::sum || scan->kind == ScanKind::gauss))
        return everything;
    // A joint upsampling follows its guide beyond the range of its input. It is limited to [0,1] if
    // its input is.
    if (has_fine_guide(core)) return within(value, unit_range) ? unit_range : everything;
    const auto* stencil = std::get_if<Stencil>(&core);
    if (stencil == nullptr) return value;
    const StencilRange range = stencil_info(stencil->kind).range;
    if (range == StencilRange::any) return everything;
    if (range == StencilRange::weighted) {
        for (const auto* weights : {&stencil->weights, &stencil->weights_x, &stencil->weights_y}) {
            float sum = 0;
            for (float weight : *weights) {
                if (weight < 0) return everything;
                sum += weight;
            }
            if (!weights->empty() && std::abs(sum - 1) > 1e-4f) return everything;
        }
    }
    return value;
}

}  // namespace tonelift
