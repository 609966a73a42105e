// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cmath>

#include "core/language/lower.h"

namespace tonelift::lower {
Value rescale(Call& call) {
    const double factor = call.constant(1);
    const auto side = [&](int size) {
        return std::clamp(static_cast<int>(std::lround(size * factor)), 1, largest_side);
    };
    return call.each([&](NodeId v) {
        const int width = side(call.graph.at(v).width);
        const int height = side(call.graph.at(v).height);
        return call.resized(v, width, height);
    });
}

Value scale(Call& call) {
    return call.each([&](NodeId v) { return call.resized(v, call.whole(1), call.whole(2)); });
}

Value downsample(Call& call) {
    const int factor = call.whole(1);
    if (call.value(0).node == call.context.input.node) {
        if (const Value* cheaper = call.reduced_input(factor)) return *cheaper;
    }
    return call.each([&](NodeId v) { return call.downsampled(v, factor); });
}

Value upsample(Call& call) {
    return call.each(
        [&](NodeId v) { return call.resized(v, call.graph.width(), call.graph.height()); });
}

Value flip(Call& call) {
    const ResampleKind kind = call.whole(1) == 0 ? ResampleKind::flip_x : ResampleKind::flip_y;
    return call.each([&](NodeId v) {
        return call.resampled(kind, v, call.graph.at(v).width, call.graph.at(v).height);
    });
}

Value transpose(Call& call) {
    return call.each([&](NodeId v) {
        return call.resampled(ResampleKind::transpose, v, call.graph.at(v).height,
                              call.graph.at(v).width);
    });
}

Value joint_upsample(Call& call) {
    const NodeId guide = call.plane(1);
    const NodeId fine_guide = call.plane(2);
    const int width = call.graph.at(fine_guide).width;
    const int height = call.graph.at(fine_guide).height;
    return call.each_plane([&](NodeId v) {
        call.require_grid(v, guide, 1);
        Resample core;
        core.kind = ResampleKind::joint;
        core.in_width = call.graph.at(v).width;
        core.in_height = call.graph.at(v).height;
        core.epsilon = static_cast<float>(call.constant(3) * call.constant(3));
        core.steepest = static_cast<float>(call.constant(4));
        core.overshoot = static_cast<float>(call.constant(5));
        return call.core(core, {v, guide, fine_guide}, width, height);
    });
}

}  // namespace tonelift::lower
