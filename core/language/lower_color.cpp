// SPDX-License-Identifier: BSD-2-Clause
// Lowers the color functions: curves, primaries, dither and grain.
#include <cmath>

#include "core/color/primaries.h"
#include "core/common/text.h"
#include "core/language/lower.h"
#include "kernels/error.h"

namespace tonelift::lower {
namespace {

struct Point2 {
    double x;
    double y;
};

// Returns the slope of a monotone cubic curve at each point (Fritsch and Carlson 1980). An inner
// slope is the harmonic mean of the slopes of both adjacent segments (Fritsch and Butland 1984).
std::vector<double> monotone_slopes(const std::vector<Point2>& points) {
    std::vector<double> secants;
    for (size_t i = 0; i + 1 < points.size(); ++i)
        secants.push_back((points[i + 1].y - points[i].y) / (points[i + 1].x - points[i].x));
    std::vector<double> slopes = {secants.front()};
    for (size_t i = 0; i + 1 < secants.size(); ++i) {
        const double a = secants[i];
        const double b = secants[i + 1];
        slopes.push_back(a * b > 0 ? 2 * a * b / (a + b) : 0);
    }
    slopes.push_back(secants.back());
    return slopes;
}

std::vector<Point2> points_of(Call& call) {
    const int count = static_cast<int>(call.size()) - 1;
    if (count < 4 || count % 2 != 0 || count > 32)
        call.fail(-1, "'curve' has " + std::to_string(count) +
                          " numbers; allowed are 2 to 16 points, x and y of each");
    std::vector<Point2> points;
    for (int i = 1; i < count; i += 2) {
        const Point2 point = {call.constant(i), call.constant(i + 1)};
        if (!points.empty() && point.x <= points.back().x)
            call.fail(i, "the points of 'curve' must go from left to right: x is " +
                             number_text(point.x) + " after " + number_text(points.back().x));
        points.push_back(point);
    }
    return points;
}

NodeId cubic_rise(Graph& graph, NodeId x, Point2 from, Point2 to, double slope, double slope_to) {
    const auto constant = [&](double value) { return graph.constant(static_cast<float>(value)); };
    const double h = to.x - from.x;
    const double rise = to.y - from.y;
    const double c1 = slope * h;
    const double c2 = 3 * rise - (2 * slope + slope_to) * h;
    const double c3 = (slope + slope_to) * h - 2 * rise;
    const NodeId t = graph.op(
        Op::saturate, graph.op(Op::multiply_add, x, constant(1 / h), constant(-from.x / h)));
    NodeId sum = graph.op(Op::multiply_add, t, constant(c3), constant(c2));
    sum = graph.op(Op::multiply_add, sum, t, constant(c1));
    return graph.op(Op::multiply, sum, t);
}

Value transformed(Graph& graph, const Matrix3& matrix, const Value& c) {
    Value result = c;
    for (size_t row = 0; row < 3; ++row) {
        const auto entry = [&](size_t column) {
            return graph.constant(static_cast<float>(matrix[row][column]));
        };
        result.node[row] = graph.op(Op::dot3, c.node[0], c.node[1], c.node[2], entry(0), entry(1),
                                    entry(2), graph.constant(0));
    }
    return result;
}

}  // namespace

Value curve(Call& call) {
    const std::vector<Point2> points = points_of(call);
    const std::vector<double> slopes = monotone_slopes(points);
    Value result = call.value(0);
    for (int i = 0; i < result.components; ++i) {
        NodeId& id = result.node[static_cast<size_t>(i)];
        NodeId sum = call.graph.constant(static_cast<float>(points.front().y));
        for (size_t k = 0; k + 1 < points.size(); ++k)
            sum = call.graph.op(
                Op::add, sum,
                cubic_rise(call.graph, id, points[k], points[k + 1], slopes[k], slopes[k + 1]));
        id = sum;
    }
    return result;
}

Value tone_curve(Call& call) {
    Graph& graph = call.graph;
    const CurveKind kind = call.context.curve.value_or(static_cast<CurveKind>(call.whole(6)));
    const NodeId x = call.plane(0);
    const float nits = 1.0f / 203;  // 1 cd/m2 relative to the reference white (ITU-R BT.2408)
    const NodeId black = graph.op(Op::pq_encode, graph.constant(call.context.target_black * nits));
    const NodeId peak = graph.frame_uniform(FrameUniform::target_peak);
    const NodeId white =
        graph.op(Op::pq_encode, graph.op(Op::multiply, peak, graph.constant(nits)));
    std::vector<NodeId> operands;
    const bool adaptive = kind == CurveKind::adaptive;
    if (adaptive) {
        call.scene_change();
        operands.push_back(call.reduce(ReductionKind::histogram, x));
    }
    operands.insert(operands.end(),
                    {call.node(1), call.node(2), black, white, call.node(3), call.node(4)});
    if (adaptive) operands.push_back(call.node(5));
    const NodeId tone = graph.lookup(graph.frame(FrameOp::curve, operands, kind), x);
    const auto& replaced = call.context.replaced_curve;
    return scalar(replaced ? replaced(graph, x, tone) : tone);
}

Value colorfulness(Call& call) {
    const Value& c = call.value(0);
    const std::array<NodeId, 4> operands = {c.node[0], c.node[1], c.node[2], call.node(1)};
    Value cones = c;
    for (int i = 0; i < 3; ++i)
        cones.node[static_cast<size_t>(i)] = call.graph.operation(Op::colorful_cones, operands, i);
    return transformed(call.graph, oklab_cones_to_rgb(), cones);
}

Value to_primaries(Call& call) {
    for (const int argument : {1, 2}) {
        if (primaries_supported(call.whole(argument))) continue;
        call.fail(
            argument, "there are no primaries " + std::to_string(call.whole(argument)),
            "allowed are the numbers of ITU-T H.273, table 2, such as 1 (BT.709), 9 (BT.2020) "
            "and 12 (Display P3)");
    }
    return transformed(call.graph, convert_primaries(call.whole(2), call.whole(1)), call.value(0));
}

Value dither(Call& call) {
    Graph& graph = call.graph;
    const auto constant = [&](double value) { return graph.constant(static_cast<float>(value)); };
    const double levels = std::exp2(call.whole(1)) - 1;
    return call.each([&](NodeId x) {
        const NodeId row = call.coordinate(Axis::y, x), column = call.coordinate(Axis::x, x);
        NodeId noise = graph.op(Op::multiply, row, constant(0.00583715));
        noise = graph.op(Op::multiply_add, column, constant(0.06711056), noise);
        noise = graph.op(Op::multiply, graph.op(Op::fract, noise), constant(52.9829189));
        noise = graph.op(Op::fract, noise);
        const NodeId shifted = graph.op(Op::multiply_add, x, constant(levels), noise);
        return graph.op(Op::multiply, graph.op(Op::floor, shifted), constant(1 / levels));
    });
}

Value grain(Call& call) {
    Graph& graph = call.graph;
    const NodeId amount = call.node(0);
    return scalar(graph.op(Op::grain, call.coordinate(Axis::x, amount),
                           call.coordinate(Axis::y, amount),
                           graph.frame_uniform(FrameUniform::noise), amount));
}

}  // namespace tonelift::lower
