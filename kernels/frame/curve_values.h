// SPDX-License-Identifier: BSD-2-Clause
//
// Evaluates tone curves for numbers of type T: a float, or a vector of floats. This file is
// included once per type, so it has no #pragma once. The namespace that includes it must have math
// functions for T in `math`, and entry(table, i), which returns table[i] for a whole number i of
// type T.

template <typename T>
struct CurveValues {
    TONELIFT_INLINE static T at(const frame::Cubic& c, T v) {
        const float width = c.x1 - c.x0, secant = c.y1 - c.y0;
        const float a = c.slope0 * width - secant, b = secant - c.slope1 * width;
        const T t = math::saturate((v - T(c.x0)) / T(width));
        const T rest = T(1.0f) - t;
        return T(c.y0) + t * T(secant) + t * rest * (T(a) * rest + T(b) * t);
    }

    TONELIFT_INLINE static T at(const frame::Bt2390& c, T v) {
        const T e1 = (v - T(c.low)) / T(c.span);
        T e2 = math::where(e1 < T(c.knee), e1, at(c.shoulder, e1));
        if (c.lift > 0) e2 = e2 + T(c.lift) * math::pow(T(1.0f) - e2, T(c.power));
        return T(c.low) + T(c.span) * e2;
    }

    TONELIFT_INLINE static T at(const frame::Spline& c, T v) {
        const frame::Cubic &low = c.shadows, &high = c.highlights;
        const T line = T(low.y1) + T(low.slope1) * (v - T(low.x1));
        const T above = math::where(v < T(high.x0), line, at(high, v));
        return math::where(v < T(low.x1), at(low, v), above);
    }

    TONELIFT_INLINE static T at(const frame::Clip& c, T v) { return math::min(v, T(c.white)); }

    TONELIFT_INLINE static T at(const frame::Linear& c, T v) {
        return encode(c.light, decode(c.light, v) / T(c.light.peak));
    }

    TONELIFT_INLINE static T at(const frame::Reinhard& c, T v) {
        const T x = decode(c.light, v);
        const float peak = c.light.peak;
        return encode(c.light, x / (x + T(1.0f)) * T(peak + 1) / T(peak));
    }

    TONELIFT_INLINE static T at(const frame::Hable& c, T v) {
        return encode(c.light, filmic(decode(c.light, v)) / filmic(T(c.light.peak)));
    }

    TONELIFT_INLINE static T at(const frame::Mobius& c, T v) {
        const T x = decode(c.light, v);
        const T bent = encode(c.light, T(c.scale) * (x + T(c.a)) / (x + T(c.b)));
        return math::where(x <= T(c.knee), v, bent);
    }

    TONELIFT_INLINE static T at(const frame::Bt2446a& c, T v) {
        const T luma = math::pow(decode(c.light, v) / T(c.light.peak), T(1 / 2.4f));
        const T perceived = math::log2(T(1.0f) + T(c.source_rho - 1) * luma) / T(c.source_bits);
        const T bent = math::pow(T(c.target_rho), bt2446a_knee(perceived)) - T(1.0f);
        return encode(c.light, math::pow(bent / T(c.target_rho - 1), T(2.4f)));
    }

    TONELIFT_INLINE static T at(const frame::Adaptive& c, T v) {
        const float black = c.range.target_black, white = c.range.target_white;
        const T y = math::mix(T(black), T(white), bent(c, relative(c, v)));
        return smooth_minimum(y, brightest(c, v));
    }

    // Returns the adaptive curve without its power (`bend`). It maps [range.black, range.white] to
    // [0, 1].
    TONELIFT_INLINE static T relative(const frame::Adaptive& c, T v) {
        constexpr float bins = frame::Adaptive::bins;
        const float *slopes = c.space.slopes, *heights = c.space.heights;
        const float width = c.range.white - c.range.black;
        const T x = math::saturate((v - T(c.range.black)) / T(width)) * T(bins) - T(0.5f);
        const T k = math::clamp(math::floor(x), T(0.0f), T(bins - 2));
        const T t = x - k, inside = math::saturate(t);
        const T before = entry(slopes, k), after = entry(slopes + 1, k);
        const T rise = inside * math::mix(before, after, T(0.5f) * inside);
        const T beyond = (t - inside) * math::where(t > T(1.0f), after, before);
        return (entry(heights, k) + rise + beyond) / T(c.space.total);
    }

    // Not inlined in GPU kernels, to keep them small.
    TONELIFT_CALLED static T at(const frame::AnyCurve& c, T v) {
        const T y = height(c, v);
        return c.share() < 1 ? math::mix(at(c.seed(), v), y, T(c.share())) : y;
    }

    TONELIFT_INLINE static T at(const frame::Toe& c, T v) {
        if (c.slope * c.width <= c.height) return T(c.height) - T(c.slope) * (T(c.width) - v);
        const T start = math::max(T(2 * c.height - c.slope * c.width), T(0.0f));
        const T t = v / T(c.width);
        return t * (start + t * (T(c.height) - start));
    }

    TONELIFT_INLINE static T at(const frame::Lift& c, T y) {
        if (!(c.amount > 0)) return y;
        const T room = math::saturate((T(c.low + c.span) - y) / T(c.span));
        return y + T(c.amount) * math::pow(room, T(c.power));
    }

    TONELIFT_INLINE static T at(const frame::Shoulder& c, T v) {
        if (!(c.room > 0)) return T(c.height);
        const T t = T(c.slope) * (v - T(c.start)) / T(c.room);
        return T(c.height) + T(c.room) * t / (T(1.0f) + t);
    }

    TONELIFT_INLINE static T at(const frame::Outline& c, const frame::AnyCurve& curve, T v) {
        const T inside = math::min(at(c.lift, at(curve, v)), T(c.top));
        const T upper = math::where(v < T(c.white), inside, at(c.shoulder, v));
        return math::where(v < T(c.black), at(c.toe, v), upper);
    }

  private:
    // pq_decode<T> and pq_encode<T> are exact. For vectors, the functions without <T> are
    // approximations.
    TONELIFT_INLINE static T decode(const frame::LightRange& light, T v) {
        return math::pq_decode<T>(v) / T(light.white);
    }
    TONELIFT_INLINE static T encode(const frame::LightRange& light, T x) {
        return math::pq_encode<T>(x * T(light.white));
    }

    TONELIFT_INLINE static T filmic(T x) {
        constexpr float a = 0.15f, b = 0.50f, c = 0.10f, d = 0.20f, e = 0.02f, f = 0.30f;
        // Hable's formula as a single fraction. Unlike the original form, it does not lose
        // precision near 0.
        const T numerator = x * (T(a * (f - e)) * x + T(b * (c * f - e)));
        return numerator / (T(f) * (x * (T(a) * x + T(b)) + T(d * f)));
    }

    TONELIFT_INLINE static T bt2446a_knee(T y) {
        const T middle = (T(-1.1510f) * y + T(2.7811f)) * y - T(0.6302f);
        const T upper = math::where(y < T(0.9909f), middle, T(0.5f) * y + T(0.5f));
        return math::where(y <= T(0.7399f), T(1.0770f) * y, upper);
    }

    TONELIFT_INLINE static T bent(const frame::Adaptive& c, T u) {
        const T power = math::pow(u + T(frame::Adaptive::toe), T(c.bend.exponent));
        return (power - T(c.bend.low)) / T(c.bend.high - c.bend.low);
    }

    // Returns the upper limit of an adaptive curve. The limit keeps the gain of dark tones below
    // about 3, so that a dark scene is not stretched over the whole range.
    TONELIFT_INLINE static T brightest(const frame::Adaptive& c, T v) {
        const float darkest = c.range.target_black + frame::Adaptive::smoothing;
        const T raised = math::min(T(0.4f) * math::max(v, T(0.0f)), T(0.10f));
        return v + raised + math::max(T(darkest) - T(0.5f) * v, T(0.0f));
    }

    TONELIFT_INLINE static T smooth_minimum(T a, T b) {
        constexpr float smoothing = frame::Adaptive::smoothing;
        const T near = math::max(T(smoothing) - math::abs(a - b), T(0.0f));
        return math::min(a, b) - near * near / T(4 * smoothing);
    }

    TONELIFT_INLINE static T height(const frame::AnyCurve& c, T v) {
        if (c.is<CurveKind::bt2390>()) return at(c.as<frame::Bt2390>(), v);
        if (c.is<CurveKind::bt2446a>()) return at(c.as<frame::Bt2446a>(), v);
        if (c.is<CurveKind::adaptive>()) return at(c.as<frame::Adaptive>(), v);
        if (c.is<CurveKind::reinhard>()) return at(c.as<frame::Reinhard>(), v);
        if (c.is<CurveKind::hable>()) return at(c.as<frame::Hable>(), v);
        if (c.is<CurveKind::mobius>()) return at(c.as<frame::Mobius>(), v);
        if (c.is<CurveKind::linear>()) return at(c.as<frame::Linear>(), v);
        if (c.is<CurveKind::clip>()) return at(c.as<frame::Clip>(), v);
        return at(c.as<frame::Spline>(), v);
    }
};
