// SPDX-License-Identifier: BSD-2-Clause
#include "core/metadata/light/source_light.h"

#include <algorithm>

#include "core/common/text.h"

namespace tonelift {
namespace {

// Pixels with a PQ code below this limit do not count as lit. Black bars and the noise of
// compressed black have lower codes.
constexpr float darkest_light = 0.02f;

constexpr double bin = 1.0 / histogram_bins;

class Measurement {
  public:
    Measurement(Graph& graph, const Value& light) : graph_(graph), light_(light) {}

    std::vector<NodeId> numbers() {
        for (NodeId id : light_.node) keep(largest(id));
        const NodeId brightest = coded_maximum();
        keep(mean(graph_.op(Op::max_rgb, light_.node[0], light_.node[1], light_.node[2])));
        keep_percentiles(brightest, source_light_shares);
        keep_percentiles(graph_.op(Op::lightness, light_.node[0], light_.node[1], light_.node[2]),
                         source_luminance_shares);
        const NodeId is_lit = graph_.op(Op::step, graph_.constant(darkest_light), brightest);
        keep(extent(is_lit, Axis::x));
        keep(extent(is_lit, Axis::y));
        return std::move(numbers_);
    }

  private:
    // Returns the PQ code that `light` was decoded from, or no_node if it was not decoded from PQ.
    NodeId code_of(NodeId light) const {
        const Node& node = graph_.at(light);
        const bool decoded = node.kind == NodeKind::operation && node.op == Op::pq_decode;
        return decoded ? node.operands[0] : no_node;
    }

    NodeId uniform(FrameOp op, ReductionKind kind, NodeId plane) {
        const std::array<NodeId, 1> operands{graph_.reduce(kind, plane)};
        return graph_.frame(op, operands);
    }

    NodeId largest(NodeId light) {
        const NodeId code = code_of(light);
        if (code != no_node) return uniform(FrameOp::maximum, ReductionKind::maximum, code);
        return graph_.op(Op::pq_encode, uniform(FrameOp::maximum, ReductionKind::maximum, light));
    }

    // Returns the PQ code of the largest component. If all components were decoded from PQ codes,
    // compares these codes. Otherwise encodes the largest component.
    NodeId coded_maximum() {
        std::array<NodeId, 3> code{};
        std::transform(light_.node.begin(), light_.node.end(), code.begin(),
                       [&](NodeId id) { return code_of(id); });
        const auto& [r, g, b] = light_.node;
        if (std::ranges::count(code, no_node) == 0)
            return graph_.op(Op::saturate, graph_.op(Op::max_rgb, code[0], code[1], code[2]));
        return graph_.op(Op::pq_encode, graph_.op(Op::max_rgb, r, g, b));
    }

    NodeId mean(NodeId light) {
        return graph_.op(Op::pq_encode, uniform(FrameOp::mean, ReductionKind::sum, light));
    }

    void keep_percentiles(NodeId code, const std::array<double, source_light_count>& shares) {
        const NodeId histogram = graph_.reduce(ReductionKind::histogram, code);
        for (const double share : shares) {
            if (share > 0) keep(percentile(histogram, static_cast<float>(share)));
        }
    }

    NodeId percentile(NodeId histogram, float share) {
        const std::array<NodeId, 3> operands{histogram, graph_.constant(share), graph_.constant(0)};
        return graph_.frame(FrameOp::percentile, operands);
    }

    // Finds the smallest centered rectangle that contains all lit pixels. Returns the width or
    // height of the rectangle, relative to the width or height of the picture.
    NodeId extent(NodeId is_lit, Axis axis) {
        const Node plane = graph_.at(is_lit);
        const float half = static_cast<float>(axis == Axis::x ? plane.width : plane.height) / 2;
        const NodeId at = graph_.coordinate(axis, plane.width, plane.height);
        const NodeId away = graph_.op(Op::abs, graph_.op(Op::subtract, at, graph_.constant(half)));
        const NodeId edge = graph_.op(Op::add, away, graph_.constant(0.5f));
        const NodeId far = uniform(FrameOp::maximum, ReductionKind::maximum,
                                   graph_.op(Op::multiply, is_lit, edge));
        return graph_.op(Op::multiply, far, graph_.constant(1 / half));
    }

    void keep(NodeId value) {
        const char* name = source_light_names[numbers_.size()];
        const std::array<NodeId, 2> not_smoothed{graph_.op(Op::saturate, value),
                                                 graph_.constant(0)};
        graph_.set_script_position(digest_of(name));
        numbers_.push_back(graph_.frame(FrameOp::smooth, not_smoothed));
        graph_.name_states(numbers_.back(), name);
    }

    Graph& graph_;
    const Value& light_;
    std::vector<NodeId> numbers_;
};

// Returns whether each percentile is at least as large as all lower percentiles, with a tolerance
// of one histogram bin.
bool rise(std::span<const double> numbers, const std::array<double, source_light_count>& shares) {
    double before = 0;
    for (size_t i = 0; i < source_light_count; ++i) {
        if (shares[i] <= 0) continue;
        if (numbers[i] < before - bin) return false;
        before = std::max(before, numbers[i]);
    }
    return true;
}

}  // namespace

const char* fault_of(std::span<const double, source_light_count> numbers) {
    const auto value = [&](SourceLight light) { return numbers[static_cast<size_t>(light)]; };
    const double brightest =
        std::max({value(SourceLight::red), value(SourceLight::green), value(SourceLight::blue)}) +
        bin;
    if (!rise(numbers, source_light_shares) || !rise(numbers, source_luminance_shares))
        return "percentiles that fall";
    if (value(SourceLight::mean) > brightest || value(SourceLight::p99_98) > brightest)
        return "a mean or percentile above its maximum";
    const std::pair<SourceLight, SourceLight> of_luminance[] = {
        {SourceLight::y50, SourceLight::p50},
        {SourceLight::y90, SourceLight::p90},
        {SourceLight::y99, SourceLight::p99}};
    for (const auto& [luminance, maximum] : of_luminance)
        if (value(luminance) > value(maximum) + bin)
            return "a luminance above the largest component";
    return nullptr;
}

std::vector<NodeId> source_light(Graph& graph, const Value& light) {
    return Measurement(graph, light).numbers();
}

}  // namespace tonelift
