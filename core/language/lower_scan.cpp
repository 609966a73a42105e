// SPDX-License-Identifier: BSD-2-Clause
// Lowers the recursive filters along rows and columns (scans).
#include <cmath>

#include "core/language/lower.h"

namespace tonelift::lower {
namespace {

constexpr double log2_e = 1.4426950408889634;

NodeId both_axes(Call& call, Scan scan, NodeId value) {
    scan.axis = Axis::x;
    value = call.core(scan, {value});
    scan.axis = Axis::y;
    return call.core(scan, {value});
}

// Filters along columns first, then along rows. The second filter smooths the streaks that the
// first filter leaves.
NodeId both_axes(Call& call, Scan scan, NodeId value, NodeId guide) {
    scan.axis = Axis::y;
    value = call.core(scan, {value, guide});
    scan.axis = Axis::x;
    return call.core(scan, {value, guide});
}

}  // namespace

Value recursive_gauss(Call& call) {
    Scan scan;
    scan.kind = ScanKind::gauss;
    scan.sigma = call.constant(1);
    return call.each([&](NodeId v) { return both_axes(call, scan, v); });
}

// Implements equations 14 and 21 of Gastal and Oliveira 2011 (domain transform).
Value recursive_edge(Call& call) {
    const NodeId guide = call.guide();
    const double sigma_s = call.constant(2);
    const double sigma_r = call.constant(3);
    const int iterations = call.whole(4);
    Scan scan;
    scan.kind = ScanKind::edge;
    scan.edge = static_cast<float>(sigma_s / sigma_r);
    return call.each([&](NodeId v) {
        for (int i = 0; i < iterations; ++i) {
            const double sigma = sigma_s * std::sqrt(3.0) * std::exp2(iterations - 1 - i) /
                                 std::sqrt(std::exp2(2 * iterations) - 1);
            scan.rate = static_cast<float>(std::sqrt(2.0) / sigma * log2_e);
            v = both_axes(call, scan, v, guide);
        }
        return v;
    });
}

Value recursive_bilateral(Call& call) {
    const NodeId guide = call.guide();
    const double rate = std::sqrt(2.0) / call.constant(2) * log2_e;
    Scan scan;
    scan.kind = ScanKind::edge;
    scan.rate = static_cast<float>(rate);
    scan.edge = static_cast<float>(log2_e / (call.constant(3) * rate));
    return call.each([&](NodeId v) { return both_axes(call, scan, v, guide); });
}

// Implements equation 11 of Min et al. 2014 (fast global smoother).
Value global_smooth(Call& call) {
    const NodeId guide = call.guide();
    const double lambda = call.constant(2);
    const int iterations = call.whole(4);
    Scan scan;
    scan.kind = ScanKind::smooth;
    scan.edge = static_cast<float>(log2_e / call.constant(3));
    return call.each([&](NodeId v) {
        for (int i = 0; i < iterations; ++i) {
            scan.lambda = static_cast<float>(1.5 * std::exp2(2 * (iterations - 1 - i)) /
                                             (std::exp2(2 * iterations) - 1) * lambda);
            v = both_axes(call, scan, v, guide);
        }
        return v;
    });
}

Value cumulative_sum(Call& call) {
    Scan scan;
    scan.kind = ScanKind::sum;
    scan.axis = call.whole(1) == 0 ? Axis::x : Axis::y;
    return scalar(call.core(scan, {call.plane(0)}));
}

Value integral(Call& call) {
    Scan scan;
    scan.kind = ScanKind::sum;
    return scalar(both_axes(call, scan, call.plane(0)));
}

}  // namespace tonelift::lower
