// SPDX-License-Identifier: BSD-2-Clause
//
// Any tone curve as a table over PQ-coded lightness: sane ranges, the identity for a source that
// fits, the lift of black, what lies outside of the source's range, and monotony to the last bit.
#pragma once

#include "kernels/frame/anchor.h"
#include "kernels/frame/curves.h"
#include "kernels/pass.h"

namespace tonelift::frame {

// Ranges in [0,1] with black below white, whatever was measured or asked for.
inline Range sane_range(float black, float white, float target_black, float target_white) {
    constexpr float least = 0.01f;
    Range range;
    range.white = math::max(white == white ? math::saturate(white) : 1.0f, least);
    range.black = math::min(math::saturate(math::sanitize(black)), range.white - least);
    range.target_white = target_white == target_white ? math::saturate(target_white) : 1.0f;
    range.target_white = math::max(range.target_white, least);
    range.target_black =
        math::min(math::saturate(math::sanitize(target_black)), range.target_white);
    return range;
}

// What lies below the source's black: the curve goes on with its slope, and bends where that would
// end below 0.
struct Toe {
    float width, height, slope;
    float operator()(float v) const {
        if (slope * width <= height) return height - slope * (width - v);
        const float t = v / width, start = math::max(2 * height - slope * width, 0.0f);
        return t * (start + t * (height - start));
    }
};

// Raises the black of a curve that ends below the target's black, in the way of ITU-R BT.2390-8.
struct Lift {
    float amount, low, span, power;
    float operator()(float y) const {
        if (!(amount > 0)) return y;
        return y + amount * math::pow(math::saturate((low + span - y) / span), power);
    }
};

// What lies above the source's white, where the curve ends below the target's white: it keeps its
// slope at first and comes near to the target's white.
struct Shoulder {
    float start, height, room, slope;
    float operator()(float v) const {
        if (!(room > 0)) return height;
        const float t = slope * (v - start) / room;
        return height + room * t / (1 + t);
    }
};

template <typename Curve>
inline Lift lift_of(const Curve& curve, const Range& range) {
    const float low = curve(range.black);
    const float span = math::max(range.target_white - low, 1e-6f);
    const float amount = math::max(range.target_black - low, 0.0f);
    return {amount, low, span, 4 * amount <= span ? 4.0f : span / amount};
}

template <typename Curve>
inline void tabulate(const Curve& curve, const Range& range, float* table, int entries) {
    const float step = 1 / static_cast<float>(entries - 1);
    const Lift lift = lift_of(curve, range);
    const auto lifted = [&](float v) { return lift(curve(v)); };
    const float low = lifted(range.black);
    const float next = lifted(math::min(range.black + step, range.white));
    const float top = math::min(lifted(range.white), range.target_white);
    const float near_top = lifted(math::max(range.white - step, range.black));
    const Toe toe{range.black, low, math::max(next - low, 0.0f) / step};
    const Shoulder shoulder{range.white, top, range.target_white - top,
                            math::max(top - near_top, 0.0f) / step};
    const bool lifts = range.target_black > range.black || lift.amount > 0;
    const bool natural = Curve::below_black && !lifts;
    float last = 0;
    for (int i = 0; i < entries; ++i) {
        const float v = static_cast<float>(i) * step;
        const bool below = v < range.black && !natural;
        const float y = below ? toe(v) : v < range.white ? math::min(lifted(v), top) : shoulder(v);
        last = math::saturate(math::max(y, last));
        table[i] = last;
    }
}

inline void tabulate_identity(const Range& range, float* table, int entries) {
    for (int i = 0; i < entries; ++i) {
        const float v = static_cast<float>(i) / static_cast<float>(entries - 1);
        table[i] = math::min(v, range.target_white);
    }
}

// The same black as a source that only just fits has: its own. The target's is reached as the
// source grows.
inline Range with_grown_black(Range range) {
    const float grown = math::smoothstep(0.0f, 0.02f, range.white - range.target_white);
    if (range.target_black > range.black) {
        range.target_black = math::mix(range.black, range.target_black, grown);
    }
    return range;
}

inline void tabulate_kind(CurveKind kind, const Range& range, float* table, int entries) {
    switch (kind) {
        case CurveKind::bt2390:
            return tabulate(Bt2390(range), range, table, entries);
        case CurveKind::bt2446a:
            return tabulate(Grown(range, Bt2446a(range)), range, table, entries);
        case CurveKind::reinhard:
            return tabulate(Grown(range, Reinhard(range)), range, table, entries);
        case CurveKind::hable:
            return tabulate(Grown(range, Hable(range)), range, table, entries);
        case CurveKind::mobius:
            return tabulate(Mobius(range), range, table, entries);
        case CurveKind::linear:
            return tabulate(Linear(range), range, table, entries);
        case CurveKind::clip:
            return tabulate(Clip(range), range, table, entries);
        case CurveKind::spline:
        case CurveKind::adaptive:
            return tabulate(natural_spline(range), range, table, entries);
    }
}

}  // namespace tonelift::frame
