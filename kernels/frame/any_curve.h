// SPDX-License-Identifier: BSD-2-Clause
//
// A tone curve whose kind is selected at run time.
#pragma once

#include <new>

#include "kernels/frame/adaptive.h"
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

    TONELIFT_INLINE bool below_black() const { return below_black_; }

    template <CurveKind kind>
    TONELIFT_INLINE bool is() const {
        return is<kind>(kind_);
    }

    template <typename Curve>
    TONELIFT_INLINE const Curve& as() const {
        return *reinterpret_cast<const Curve*>(bytes_);
    }

    // The share of the stored curve in a blend with the curve seed().
    TONELIFT_INLINE float share() const { return share_; }
    TONELIFT_INLINE const Bt2390& seed() const { return *reinterpret_cast<const Bt2390*>(seed_); }

  private:
    static constexpr size_t alignment = alignof(void*);

    template <CurveKind kind>
    TONELIFT_INLINE static bool is(CurveKind given) {
        return uses<kind>() && given == kind;
    }

    CurveKind kind_;
    bool below_black_;
    float share_;
    alignas(alignment) unsigned char seed_[sizeof(Bt2390)];
    alignas(alignment) unsigned char bytes_[64];
};

}  // namespace tonelift::frame
