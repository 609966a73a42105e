// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/hdr10_plus.h"

#include <algorithm>
#include <string>

#include "core/color/pq.h"
#include "core/common/structs.h"

namespace tonelift {
namespace {

constexpr StructRule<tonelift_hdr10_plus> hdr10_plus_rule{
    "tonelift_hdr10_plus", "tonelift_hdr10_plus_default()", sizeof(tonelift_hdr10_plus),
    tonelift_hdr10_plus{}};

constexpr double most_nits = 10000;
// Lower limit of a source's peak in cd/m2, as in libplacebo. On a screen with a lower peak, the
// screen's peak is the limit.
constexpr double least_source = 100;

bool is_luminance(double nits) { return nits > 0 && nits <= most_nits; }
bool is_share(double value) { return value >= 0 && value <= 1; }

BezierCurve curve_of(const tonelift_hdr10_plus& metadata) {
    return {metadata.target, metadata.knee_x, metadata.knee_y,
            Anchors(metadata.anchors, metadata.anchors + metadata.anchor_count)};
}

// Approximates the curve by its start and curve_parts parabolas, which cover equal ranges of PQ
// codes.
template <typename Curve>
void append_parabolas(const Curve& code_at, std::vector<float>* numbers) {
    constexpr double width = 1.0 / curve_parts;
    double start = code_at(0);
    numbers->push_back(static_cast<float>(start));
    for (int i = 0; i < curve_parts; ++i) {
        const double middle = code_at((i + 0.5) * width) - start;
        const double end = code_at((i + 1) * width) - start;
        numbers->push_back(static_cast<float>((4 * middle - end) / width));
        numbers->push_back(static_cast<float>((2 * end - 4 * middle) / (width * width)));
        start += end;
    }
}

}  // namespace

NodeId given_curve(Graph& graph, int first, NodeId tone, NodeId otherwise) {
    const NodeId is_given = graph.given(first++);
    NodeId sum = graph.given(first++);
    const NodeId width = graph.constant(1.0f / curve_parts), none = graph.constant(0);
    for (int i = 0; i < curve_parts; ++i) {
        const NodeId slope = graph.given(first++), bend = graph.given(first++);
        const NodeId start = graph.constant(static_cast<float>(i) / curve_parts);
        const NodeId way = graph.op(Op::clamp, graph.op(Op::subtract, tone, start), none, width);
        sum = graph.op(Op::multiply_add, way, graph.op(Op::multiply_add, way, bend, slope), sum);
    }
    return graph.op(Op::mix, otherwise, graph.op(Op::saturate, sum), is_given);
}

const char* fault_of(const tonelift_hdr10_plus& metadata) {
    if (!is_luminance(metadata.scene_peak)) return "the peak of its scene is not a luminance";
    if (!is_luminance(metadata.target)) return "its target is not a luminance";
    if (!is_share(metadata.knee_x) || metadata.knee_x == 1 || !is_share(metadata.knee_y))
        return "its knee is outside of the picture";
    if (metadata.anchor_count < 1 || metadata.anchor_count > static_cast<int>(Anchors::most))
        return "its number of anchors is not 1 to 15";
    for (int i = 0; i < metadata.anchor_count; ++i) {
        if (!is_share(metadata.anchors[i])) return "an anchor is outside of the picture";
        if (i > 0 && metadata.anchors[i] < metadata.anchors[i - 1]) return "its anchors decrease";
    }
    return nullptr;
}

void Hdr10Plus::take(const tonelift_frame& frame) {
    if (frame.hdr10_plus == nullptr) {
        if (!last_)
            log_.warning(
                "tonemap=st2094-40: the stream begins without a curve in HDR10+ metadata; the "
                "curve of tonemap=auto is used until a frame has a curve");
        return;
    }
    const tonelift_hdr10_plus metadata = read_struct(frame.hdr10_plus, hdr10_plus_rule);
    const char* fault = fault_of(metadata);
    if (fault == nullptr)
        last_ = metadata;
    else
        log_.warning(std::string("the HDR10+ metadata of a frame is broken: ") + fault +
                     "; such frames use the curve of the previous frame");
}

void Hdr10Plus::give(const tonelift_frame& frame, double screen, std::vector<float>* numbers) {
    take(frame);
    if (!last_) {
        numbers->resize(numbers->size() + given_curve_numbers);
        return;
    }
    numbers->push_back(1);
    const double source = std::max(last_->scene_peak, std::min(screen, least_source));
    const BezierCurve curve = adapted(curve_of(*last_), source, std::min(screen, source));
    append_parabolas(
        [&](double code) { return pq_code(shown_light(curve, source, pq_light(code))); }, numbers);
}

}  // namespace tonelift
