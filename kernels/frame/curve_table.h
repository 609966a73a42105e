// SPDX-License-Identifier: BSD-2-Clause
//
// Fills the lookup table of a tone curve. No entry of the table is less than the entry before.
#pragma once

#include "kernels/frame/any_curve.h"
#include "kernels/frame/team.h"

namespace tonelift::frame {

TONELIFT_INLINE Range sane_range(float black, float white, float target_black, float target_white) {
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

// Continues the curve below the source's black with the slope that the curve has at black. The
// result does not fall below 0.
struct Toe {
    float width, height, slope;
    TONELIFT_INLINE float operator()(float v) const {
        if (slope * width <= height) return height - slope * (width - v);
        const float t = v / width, start = math::max(2 * height - slope * width, 0.0f);
        return t * (start + t * (height - start));
    }
};

// Raises the curve at black by `amount`, with the formula of ITU-R BT.2390-8.
struct Lift {
    float amount, low, span, power;
    TONELIFT_INLINE float operator()(float y) const {
        if (!(amount > 0)) return y;
        return y + amount * math::pow(math::saturate((low + span - y) / span), power);
    }
};

// Continues the curve above the source's white. It starts with the slope that the curve has at this
// white, and approaches the target's white.
struct Shoulder {
    float start, height, room, slope;
    TONELIFT_INLINE float operator()(float v) const {
        if (!(room > 0)) return height;
        const float t = slope * (v - start) / room;
        return height + room * t / (1 + t);
    }
};

struct Ends {
    static constexpr int count = 4;
    float low, next, top, near_top;

    TONELIFT_INLINE static float place(const Range& range, float step, int i) {
        if (i == 0) return range.black;
        if (i == 1) return math::min(range.black + step, range.white);
        if (i == 2) return range.white;
        return math::max(range.white - step, range.black);
    }
};

TONELIFT_INLINE Lift lift_of(float low, const Range& range) {
    const float span = math::max(range.target_white - low, 1e-6f);
    const float amount = math::max(range.target_black - low, 0.0f);
    return {amount, low, span, 4 * amount <= span ? 4.0f : span / amount};
}

struct Outline {
    Lift lift;
    Toe toe;
    Shoulder shoulder;
    float black, white, top;

    TONELIFT_INLINE void set(const AnyCurve& curve, const Range& range, const Ends& ends,
                             float step) {
        lift = lift_of(ends.low, range);
        const float low = lift(ends.low);
        top = math::min(lift(ends.top), range.target_white);
        toe = {range.black, low, math::max(lift(ends.next) - low, 0.0f) / step};
        shoulder = {range.white, top, range.target_white - top,
                    math::max(top - lift(ends.near_top), 0.0f) / step};
        const bool lifts = range.target_black > range.black || lift.amount > 0;
        const bool natural = curve.below_black() && !lifts;
        black = natural ? 0.0f : range.black;
        white = range.white;
    }

    TONELIFT_INLINE float operator()(const AnyCurve& curve, float v) const {
        if (v < black) return toe(v);
        return v < white ? math::min(lift(curve(v)), top) : shoulder(v);
    }
};

struct CurveSpace {
    AnyCurve curve;
    Outline outline;
    AdaptiveSpace adaptive;
    float ends[Ends::count];
};

template <typename Team>
TONELIFT_INLINE void fill_curve_table(const Team& team, const Range& range, CurveSpace& space,
                                      float* table, int entries) {
    const float step = 1 / static_cast<float>(entries - 1);
    float* ends = space.ends;
    team.each(Ends::count, [&](int i) { ends[i] = space.curve(Ends::place(range, step, i)); });
    team.once([&] {
        space.outline.set(space.curve, range, {ends[0], ends[1], ends[2], ends[3]}, step);
    });
    team.scan(
        table, entries,
        [&](int i) {
            return math::saturate(space.outline(space.curve, static_cast<float>(i) * step));
        },
        Larger());
}

template <typename Team>
TONELIFT_INLINE void fill_identity_table(const Team& team, const Range& range, float* table,
                                         int entries) {
    team.each(entries, [&](int i) {
        const float v = static_cast<float>(i) / static_cast<float>(entries - 1);
        table[i] = math::min(v, range.target_white);
    });
}

// Adapts the target's black if it is above the source's black. If the source is not brighter than
// the target, the new target black is the source's black. If the source is clearly brighter than
// the target, the target's black does not change. In between, both black levels are blended.
TONELIFT_INLINE Range with_grown_black(Range range) {
    const float grown = math::smoothstep(0.0f, 0.02f, range.white - range.target_white);
    if (range.target_black > range.black) {
        range.target_black = math::mix(range.black, range.target_black, grown);
    }
    return range;
}

// The arguments of a tone curve. All lightness values are PQ codes. All curves are monotonic.
struct CurveRequest {
    CurveKind kind;
    Range range;
    Anchor anchor;
    Histogram histogram;

    TONELIFT_INLINE bool anchored() const {
        const bool moves = kind == CurveKind::spline || kind == CurveKind::adaptive;
        return moves && anchor.median > 0 && anchor.middle > 0;
    }
};

// Fills the table of the requested curve. For adaptive curves, slopes are also computed in frames
// that need no curve, so that the smoothed slopes stay current.
template <typename Team, typename Steadied>
TONELIFT_INLINE void fill_curve(const Team& team, const CurveRequest& request, CurveSpace& space,
                                float* table, int entries, const Steadied& steadied) {
    const bool adaptive = uses<CurveKind::adaptive>() && request.kind == CurveKind::adaptive;
    if (adaptive) {
        weigh(team, request.range, request.histogram, space.adaptive);
        float* slopes = space.adaptive.slopes;
        team.each(adaptive_curve_bins, [&](int k) { slopes[k] = steadied(k, slopes[k]); });
    }
    Range range = request.range;
    const Anchor& anchor = request.anchor;
    const bool anchored = request.anchored();
    if (!anchored && range.white <= range.target_white) {
        return fill_identity_table(team, range, table, entries);
    }
    if (!anchored) range = with_grown_black(range);
    if (adaptive && request.histogram.has_samples) {
        const Adaptive curve(team, range, anchor, space.adaptive);
        team.once([&] { space.curve.hold(range, CurveKind::adaptive, curve, !anchored); });
    } else {
        team.once([&] {
            if (anchored) {
                space.curve.make(range, anchor);
            } else {
                space.curve.make(range, request.kind);
            }
        });
    }
    fill_curve_table(team, range, space, table, entries);
}

}  // namespace tonelift::frame
