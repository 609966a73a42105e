// SPDX-License-Identifier: BSD-2-Clause
//
// Fills the lookup table of a tone curve. No entry of the table is less than the entry before.
#pragma once

#include "kernels/frame/plain_curves.h"
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

TONELIFT_INLINE float natural_height(const Range& range, float v) {
    return range.white > range.target_white ? PlainCurves::at(natural_spline(range), v) : v;
}

// Returns a curve in two parts that meet at the median. A bright light that enters the picture
// therefore does not change the dark parts of the picture.
TONELIFT_INLINE Spline anchored_spline(const Range& range, const Anchor& anchor) {
    constexpr float below = 0.02f, above = 0.15f;
    const float pivot = math::clamp(anchor.median, below, math::max(range.white, below));
    const float height = anchored_height(natural_height(range, pivot), anchor.middle);
    Range fitted = range;
    fitted.black = math::min(range.black, pivot - below);
    fitted.white = math::max(range.white, pivot + above);
    fitted = anchored_range(fitted);
    const float fitted_height = fit_pivot(fitted, pivot, height);
    return Spline(fitted, pivot, fitted_height, line_above(fitted, pivot, fitted_height));
}

TONELIFT_CALLED void make_anchored(AnyCurve& curve, const Range& range, const Anchor& anchor) {
    if (!uses_any<CurveKind::spline, CurveKind::adaptive>()) return;
    curve.hold(range, CurveKind::spline, anchored_spline(range, anchor), false);
}

TONELIFT_INLINE Adaptive::Bend bend_of(const Adaptive& curve, const Anchor& anchor) {
    if (!(anchor.middle > 0 && anchor.median > 0)) return {};
    const Range& range = curve.range;
    const float height = PlainCurves::relative(curve, inner_median(range, anchor.median));
    const float span = math::max(range.target_white - range.target_black, 1e-3f);
    const float natural = range.target_black + span * height;
    const float wanted = (anchored_height(natural, anchor.middle) - range.target_black) / span;
    const float base = math::log2(math::clamp(height, 0.02f, 0.98f));
    const float exponent =
        math::clamp(math::log2(math::clamp(wanted, 0.02f, 0.98f)) / base, 0.5f, 1.6f);
    return {exponent, math::pow(Adaptive::toe, exponent), math::pow(1 + Adaptive::toe, exponent)};
}

TONELIFT_INLINE Outline outline_of(const AnyCurve& curve, const Range& range, const Ends& ends,
                                   float step) {
    Outline outline;
    const Lift lift = outline.lift = lift_of(ends.low, range);
    const float low = PlainCurves::at(lift, ends.low), next = PlainCurves::at(lift, ends.next);
    const float top = math::min(PlainCurves::at(lift, ends.top), range.target_white);
    const float near_top = PlainCurves::at(lift, ends.near_top);
    outline.top = top;
    outline.toe = {range.black, low, math::max(next - low, 0.0f) / step};
    outline.shoulder = {range.white, top, range.target_white - top,
                        math::max(top - near_top, 0.0f) / step};
    const bool lifts = range.target_black > range.black || lift.amount > 0;
    const bool natural = curve.below_black() && !lifts;
    outline.black = natural ? 0.0f : range.black;
    outline.white = range.white;
    return outline;
}

struct CurveSpace {
    AnyCurve curve;
    Outline outline;
    AdaptiveSpace adaptive;
    float ends[Ends::count];
};

// The entries of a table, before they are made monotonic.
struct CurveEntries {
    const Outline& outline;
    const AnyCurve& curve;
    float step;

    TONELIFT_INLINE float operator()(int i) const {
        return math::saturate(PlainCurves::at(outline, curve, static_cast<float>(i) * step));
    }
};

template <typename Team>
TONELIFT_INLINE void fill_curve_table(const Team& team, const Range& range, CurveSpace& space,
                                      float* table, int entries) {
    const float step = 1 / static_cast<float>(entries - 1);
    const AnyCurve& curve = space.curve;
    float* ends = space.ends;
    team.each(Ends::count,
              [&](int i) { ends[i] = PlainCurves::at(curve, Ends::place(range, step, i)); });
    team.once([&] {
        space.outline = outline_of(curve, range, {ends[0], ends[1], ends[2], ends[3]}, step);
    });
    team.scan(table, entries, CurveEntries{space.outline, curve, step}, Larger());
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

// Fills the table of the requested curve. The slopes of an adaptive curve are computed in every
// frame, even if the table is the identity, because they are smoothed over time.
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
        Adaptive curve(team, range, space.adaptive);
        curve.bend = bend_of(curve, anchor);
        team.once([&] { space.curve.hold(range, CurveKind::adaptive, curve, !anchored); });
    } else {
        team.once([&] {
            if (anchored) {
                make_anchored(space.curve, range, anchor);
            } else {
                space.curve.make(range, request.kind);
            }
        });
    }
    fill_curve_table(team, range, space, table, entries);
}

}  // namespace tonelift::frame
