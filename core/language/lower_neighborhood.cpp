// SPDX-License-Identifier: BSD-2-Clause
// Lowers the filters that read neighboring pixels (stencils), and computes their weights and radii.
#include <cmath>
#include <cstdlib>

#include "core/language/lower.h"
#include "core/language/separable.h"

namespace tonelift::lower {
namespace {

// A separable convolution becomes a row filter and a column filter if its square kernel has at
// least this many times the weights of both filters together.
constexpr int separable_gain = 3;

Stencil square(StencilKind kind, int radius) {
    Stencil stencil;
    stencil.kind = kind;
    stencil.radius_x = radius;
    stencil.radius_y = radius;
    return stencil;
}

NodeId box(Call& call, NodeId v, int radius) {
    return call.core(square(StencilKind::box, radius), {v});
}

Value simple(Call& call, StencilKind kind, int radius) {
    return call.each([&](NodeId v) { return call.core(square(kind, radius), {v}); });
}

int gauss_radius(double sigma) { return std::max(1, static_cast<int>(std::ceil(3 * sigma))); }

std::vector<float> gauss_weights(double sigma, int radius) {
    std::vector<double> weights;
    double sum = 0;
    for (int i = -radius; i <= radius; ++i) {
        const double t = sigma > 0 ? i / sigma : i * 1e3;
        weights.push_back(std::exp(-0.5 * t * t));
        sum += weights.back();
    }
    std::vector<float> normalized;
    for (const double weight : weights) normalized.push_back(static_cast<float>(weight / sum));
    return normalized;
}

NodeId gauss(Call& call, NodeId v, double sigma) {
    Stencil stencil = square(StencilKind::convolve_separable, gauss_radius(sigma));
    stencil.weights_x = gauss_weights(sigma, stencil.radius_x);
    stencil.weights_y = stencil.weights_x;
    return call.core(stencil, {v});
}

NodeId separable(Call& call, NodeId v, std::vector<float> weights_x, std::vector<float> weights_y) {
    Stencil stencil;
    stencil.kind = StencilKind::convolve_separable;
    stencil.radius_x = static_cast<int>(weights_x.size() / 2);
    stencil.radius_y = static_cast<int>(weights_y.size() / 2);
    stencil.weights_x = std::move(weights_x);
    stencil.weights_y = std::move(weights_y);
    return call.core(stencil, {v});
}

NodeId morphology(Call& call, NodeId v, StencilKind first, StencilKind second) {
    const int radius = call.whole(1);
    return call.core(square(second, radius), {call.core(square(first, radius), {v})});
}

NodeId covariance(Call& call, NodeId a, NodeId b, int radius) {
    Graph& graph = call.graph;
    const NodeId product = box(call, graph.op(Op::multiply, a, b), radius);
    const NodeId means = graph.op(Op::multiply, box(call, a, radius), box(call, b, radius));
    return graph.op(Op::subtract, product, means);
}

}  // namespace

Value blur_box(Call& call) { return simple(call, StencilKind::box, call.whole(1)); }
Value local_mean(Call& call) { return simple(call, StencilKind::box, call.whole(1)); }
Value erode(Call& call) { return simple(call, StencilKind::minimum, call.whole(1)); }
Value dilate(Call& call) { return simple(call, StencilKind::maximum, call.whole(1)); }
Value median(Call& call) { return simple(call, StencilKind::median, call.whole(1)); }

Value blur_gauss(Call& call) {
    return call.each([&](NodeId v) { return gauss(call, v, call.constant(1)); });
}

Value convolve(Call& call) {
    const auto count = static_cast<int>(call.size()) - 1;
    const int side = static_cast<int>(std::lround(std::sqrt(count)));
    if (side * side != count || side % 2 == 0 || side < 3 || side > 11)
        call.fail(-1, "'convolve' has " + std::to_string(count) +
                          " weights; allowed are 9, 25, 49, 81 and 121");
    Stencil stencil = square(StencilKind::convolve, side / 2);
    for (int i = 1; i <= count; ++i) stencil.weights.push_back(call.constant(i));
    const auto lines = separated(stencil.weights);
    const bool separates = lines && count >= separable_gain * 2 * side;
    return call.each([&](NodeId v) {
        return separates ? separable(call, v, lines->across, lines->down) : call.core(stencil, {v});
    });
}

Value unsharp(Call& call) {
    Graph& graph = call.graph;
    return call.each([&](NodeId v) {
        const NodeId detail = graph.op(Op::subtract, v, gauss(call, v, call.constant(1)));
        return graph.op(Op::multiply_add, detail, call.node(2), v);
    });
}

Value cas(Call& call) {
    Stencil stencil = square(StencilKind::cas, call.whole(2));
    stencil.sharpness = call.constant(1);
    return call.each([&](NodeId v) { return call.core(stencil, {v}); });
}

Value gradient(Call& call) {
    const std::vector<float> slope = {-0.5f, 0, 0.5f};
    const std::vector<float> mean = {0.25f, 0.5f, 0.25f};
    return call.each([&](NodeId v) {
        return call.graph.op(Op::hypot, separable(call, v, slope, mean),
                             separable(call, v, mean, slope));
    });
}

Value laplacian(Call& call) {
    Stencil stencil = square(StencilKind::convolve, 1);
    stencil.weights = {0, 1, 0, 1, -4, 1, 0, 1, 0};
    return call.each([&](NodeId v) { return call.core(stencil, {v}); });
}

Value open(Call& call) {
    return call.each(
        [&](NodeId v) { return morphology(call, v, StencilKind::minimum, StencilKind::maximum); });
}

Value close(Call& call) {
    return call.each(
        [&](NodeId v) { return morphology(call, v, StencilKind::maximum, StencilKind::minimum); });
}

Value max_min(Call& call) {
    const int radius = call.whole(1);
    return call.each([&](NodeId v) {
        return call.graph.op(Op::subtract, call.core(square(StencilKind::maximum, radius), {v}),
                             call.core(square(StencilKind::minimum, radius), {v}));
    });
}

Value local_variance(Call& call) {
    return call.each([&](NodeId v) {
        return call.graph.op(Op::max, covariance(call, v, v, call.whole(1)),
                             call.graph.constant(0));
    });
}

Value surface_blur(Call& call) {
    const NodeId guide = call.guide();
    Stencil stencil = square(StencilKind::surface_blur, call.whole(2));
    stencil.threshold = call.constant(3);
    return call.each([&](NodeId v) { return call.core(stencil, {v, guide}); });
}

Value bilateral(Call& call) {
    const NodeId guide = call.guide();
    Stencil stencil = square(StencilKind::bilateral, gauss_radius(call.constant(2)));
    stencil.sigma = call.constant(2);
    stencil.threshold = call.constant(3);
    return call.each([&](NodeId v) { return call.core(stencil, {v, guide}); });
}

Value deband(Call& call) {
    constexpr int furthest = 64;
    Stencil stencil = square(StencilKind::deband, call.whole(2) * call.whole(3));
    if (stencil.radius_x > furthest)
        call.fail(2, "'deband' reaches radius * iterations = " + std::to_string(stencil.radius_x) +
                         " pixels; allowed is 1 to 64");
    stencil.threshold = call.constant(1);
    stencil.iterations = call.whole(3);
    return call.each([&](NodeId v) { return call.core(stencil, {v}); });
}

Value guided(Call& call) {
    Graph& graph = call.graph;
    const NodeId guide = call.guide();
    const int radius = call.whole(2);
    const NodeId spread =
        graph.op(Op::max, covariance(call, guide, guide, radius), graph.constant(0));
    const NodeId divisor = graph.op(Op::add, spread, graph.constant(call.constant(3)));
    return call.each([&](NodeId v) {
        const NodeId a = graph.op(Op::divide, covariance(call, v, guide, radius), divisor);
        const NodeId b = graph.op(Op::subtract, box(call, v, radius),
                                  graph.op(Op::multiply, a, box(call, guide, radius)));
        return graph.op(Op::multiply_add, box(call, a, radius), guide, box(call, b, radius));
    });
}

Value offset(Call& call) {
    const auto one_at = [](int distance) {
        std::vector<float> weights(static_cast<size_t>(2 * std::abs(distance) + 1));
        (distance < 0 ? weights.front() : weights.back()) = 1;
        return weights;
    };
    const int dx = call.whole(1);
    const int dy = call.whole(2);
    return call.each([&](NodeId v) {
        return dx == 0 && dy == 0 ? v : separable(call, v, one_at(dx), one_at(dy));
    });
}

}  // namespace tonelift::lower
