// SPDX-License-Identifier: BSD-2-Clause
//
// A tone curve whose kind is selected at run time.
#pragma once

#include <new>

#include "kernels/frame/anchor.h"
#include "kernels/frame/curves.h"
#include "kernels/frame/parts.h"

namespace tonelift::frame {

class AnyCurve {
  public:
    // Stores a curve. If `grown` is true and the source is only slightly brighter than the target,
    // the stored curve is blended with the BT.2390 curve.
    template <typename Curve>
    TONELIFT_INLINE void hold(const Range& range, CurveKind kind, const Curve& curve, bool grown) {
        static_assert(sizeof(Curve) <= sizeof bytes_ && alignof(Curve) <= alignment);
        new (bytes_) Curve(curve);
        kind_ = kind;
        below_black_ = Curve::below_black;
        share_ = grown ? math::smoothstep(0.0f, 0.05f, range.white - range.target_white) : 1.0f;
        if (grown) new (seed_) Bt2390(range);
    }

    TONELIFT_CALLED void make(const Range& range, CurveKind kind) {
        if (is<CurveKind::bt2390>(kind)) return hold(range, kind, Bt2390(range), false);
        if (is<CurveKind::bt2446a>(kind)) return hold(range, kind, Bt2446a(range), true);
        if (is<CurveKind::reinhard>(kind)) return hold(range, kind, Reinhard(range), true);
        if (is<CurveKind::hable>(kind)) return hold(range, kind, Hable(range), true);
        if (is<CurveKind::mobius>(kind)) return hold(range, kind, Mobius(range), false);
        if (is<CurveKind::linear>(kind)) return hold(range, kind, Linear(range), false);
        if (is<CurveKind::clip>(kind)) return hold(range, kind, Clip(range), false);
        if (uses_any<CurveKind::spline, CurveKind::adaptive>())
            hold(range, CurveKind::spline, natural_spline(range), false);
    }

    TONELIFT_CALLED void make(const Range& range, const Anchor& anchor) {
        if (!uses_any<CurveKind::spline, CurveKind::adaptive>()) return;
        hold(range, CurveKind::spline, anchored_spline(range, anchor), false);
    }

    TONELIFT_CALLED float operator()(float v) const {
        const float y = height(v);
        return share_ < 1 ? math::mix(as<Bt2390>(seed_)(v), y, share_) : y;
    }

    TONELIFT_INLINE bool below_black() const { return below_black_; }

  private:
    static constexpr size_t alignment = alignof(void*);

    template <CurveKind kind>
    TONELIFT_INLINE static bool is(CurveKind given) {
        return uses<kind>() && given == kind;
    }

    template <typename Curve>
    TONELIFT_INLINE static const Curve& as(const unsigned char* bytes) {
        return *reinterpret_cast<const Curve*>(bytes);
    }

    TONELIFT_INLINE float height(float v) const {
        if (is<CurveKind::bt2390>(kind_)) return as<Bt2390>(bytes_)(v);
        if (is<CurveKind::bt2446a>(kind_)) return as<Bt2446a>(bytes_)(v);
        if (is<CurveKind::adaptive>(kind_)) return as<Adaptive>(bytes_)(v);
        if (is<CurveKind::reinhard>(kind_)) return as<Reinhard>(bytes_)(v);
        if (is<CurveKind::hable>(kind_)) return as<Hable>(bytes_)(v);
        if (is<CurveKind::mobius>(kind_)) return as<Mobius>(bytes_)(v);
        if (is<CurveKind::linear>(kind_)) return as<Linear>(bytes_)(v);
        if (is<CurveKind::clip>(kind_)) return as<Clip>(bytes_)(v);
        return as<Spline>(bytes_)(v);
    }

    CurveKind kind_;
    bool below_black_;
    float share_;
    alignas(alignment) unsigned char seed_[sizeof(Bt2390)];
    alignas(alignment) unsigned char bytes_[64];
};

}  // namespace tonelift::frame
