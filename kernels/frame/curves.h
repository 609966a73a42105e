// SPDX-License-Identifier: BSD-2-Clause
//
// The tone curves, as functions of PQ-coded lightness. The code uses only floats and allocates no
// memory, so that it also runs on GPUs.
#pragma once

#include "kernels/math/plain.h"

namespace tonelift::frame {

struct Range {
    float black;
    float white;
    float target_black;
    float target_white;
};

struct Cubic {
    float x0, x1, y0, y1, slope0, slope1;

    TONELIFT_INLINE float operator()(float x) const {
        const float width = x1 - x0;
        const float t = math::saturate((x - x0) / width);
        const float secant = y1 - y0;
        const float a = slope0 * width - secant, b = secant - slope1 * width;
        return y0 + t * secant + t * (1 - t) * (a * (1 - t) + b * t);
    }
};

// The tone curve (EETF) of ITU-R BT.2390-8, section 5.4.1.
struct Bt2390 {
    static constexpr bool below_black = false;  // the curve is not defined below the source's black

    float low, span, knee, lift, power;
    Cubic shoulder;

    TONELIFT_INLINE explicit Bt2390(const Range& range) {
        // Limits the measured black of the source, so that it stays below the knee.
        const float compressed = range.white - range.target_white;
        low = math::clamp(range.black, 0.0f, math::max(range.target_white - compressed, 0.0f));
        span = range.white - low;
        const float maximum = (range.target_white - low) / span;
        knee = math::max(1.5f * maximum - 0.5f, 0.0f);
        // The slope at the knee is limited. With the slope 1 of the standard, the spline would not
        // always be monotonic.
        const float slope = math::min(1.0f, 3 * (maximum - knee) / (1 - knee));
        shoulder = {knee, 1, knee, maximum, slope, 0};
        lift = math::max(range.target_black - range.black, 0.0f) / span;
        power = 4 * lift <= 1 ? 4.0f : 1 / lift;
    }

    TONELIFT_INLINE float operator()(float v) const {
        const float e1 = (v - low) / span;
        const float e2 = e1 < knee ? e1 : shoulder(e1);
        const float e3 = lift > 0 ? e2 + lift * math::pow(1 - e2, power) : e2;
        return low + span * e3;
    }
};

struct Spline {
    static constexpr bool below_black = false;

    Cubic shadows, highlights;

    // Joins two cubics. The first cubic ends at `pivot`, and the second begins at `pivot` + `line`.
    // A straight line connects the cubics. Slopes are limited so that the cubics are monotonic
    // (Fritsch and Carlson 1980).
    TONELIFT_INLINE Spline(const Range& range, float pivot, float height, float line = 0) {
        const float lower = (height - range.target_black) / (pivot - range.black);
        const float over = (range.target_white - height) / (range.white - pivot);
        const float slope = math::min(1.0f, 3 * math::min(lower, over));
        const float knee = pivot + line, bent = height + slope * line;
        const float upper = (range.target_white - bent) / (range.white - knee);
        const float toe = math::clamp(2 * lower - slope, 0.0f, math::min(1.5f, 3 * lower));
        const float top = math::clamp(2 * upper - slope, 0.5f * upper, math::min(1.5f, 3 * upper));
        shadows = {range.black, pivot, range.target_black, height, toe, slope};
        highlights = {knee, range.white, bent, range.target_white, slope, top};
    }

    TONELIFT_INLINE float operator()(float v) const {
        if (v < shadows.x1) return shadows(v);
        return v < highlights.x0 ? shadows.y1 + shadows.slope1 * (v - shadows.x1) : highlights(v);
    }
};

TONELIFT_INLINE float natural_pivot(const Range& range) {
    const float compressed = range.white - range.target_white;
    const float soft = range.target_white - 0.8f * compressed;
    const float latest = range.target_white - 0.5f * compressed;
    return math::max(soft, math::min(0.35f, latest));
}

TONELIFT_INLINE Spline natural_spline(const Range& range) {
    constexpr float least = 0.02f;
    const float pivot = math::max(natural_pivot(range), least);
    const float black = math::min(range.black, pivot - least);
    const float lifted = math::min(math::max(black, range.target_black), pivot - 0.35f * least);
    return Spline({black, range.white, lifted, range.target_white}, pivot, pivot);
}

struct LightRange {
    float peak;
    float white;

    TONELIFT_INLINE explicit LightRange(const Range& range) {
        white = math::pq_decode(range.target_white);
        peak = math::pq_decode(range.white) / white;
    }
    TONELIFT_INLINE float decode(float v) const { return math::pq_decode(v) / white; }
    TONELIFT_INLINE float encode(float x) const { return math::pq_encode(x * white); }
};

struct Clip {
    static constexpr bool below_black = true;
    float white;
    TONELIFT_INLINE explicit Clip(const Range& range) : white(range.target_white) {}
    TONELIFT_INLINE float operator()(float v) const { return math::min(v, white); }
};

struct Linear {
    static constexpr bool below_black = true;
    LightRange light;
    TONELIFT_INLINE explicit Linear(const Range& range) : light(range) {}
    TONELIFT_INLINE float operator()(float v) const {
        return light.encode(light.decode(v) / light.peak);
    }
};

// The curve of Reinhard et al. 2002, equation 3, scaled so that the source's peak maps to the
// target's peak.
struct Reinhard {
    static constexpr bool below_black = true;
    LightRange light;
    TONELIFT_INLINE explicit Reinhard(const Range& range) : light(range) {}
    TONELIFT_INLINE float operator()(float v) const {
        const float x = light.decode(v);
        return light.encode(x / (x + 1) * (light.peak + 1) / light.peak);
    }
};

// The filmic curve of Hable 2010, "Uncharted 2: HDR lighting".
struct Hable {
    static constexpr bool below_black = true;
    LightRange light;
    float top;
    TONELIFT_INLINE explicit Hable(const Range& range) : light(range), top(filmic(light.peak)) {}
    TONELIFT_INLINE float operator()(float v) const {
        return light.encode(filmic(light.decode(v)) / top);
    }

    TONELIFT_INLINE static float filmic(float x) {
        constexpr float a = 0.15f, b = 0.50f, c = 0.10f, d = 0.20f, e = 0.02f, f = 0.30f;
        // Hable's formula as a single fraction. Unlike the original form, it does not lose
        // precision near 0.
        return x * (a * x * (f - e) + b * (c * f - e)) / (f * (x * (a * x + b) + d * f));
    }
};

// A curve that is linear up to the knee, and a Moebius transform above the knee.
struct Mobius {
    static constexpr bool below_black = true;
    static constexpr float knee = 0.3f;
    LightRange light;
    float a, b, scale;
    TONELIFT_INLINE explicit Mobius(const Range& range) : light(range) {
        const float j = knee, excess = math::max(light.peak - 1, 1e-6f);
        a = -j * j * excess / (j * j - 2 * j + light.peak);
        b = (j * j - 2 * j * light.peak + light.peak) / excess;
        scale = (b * b + 2 * b * j + j * j) / (b - a);
    }
    TONELIFT_INLINE float operator()(float v) const {
        const float x = light.decode(v);
        return x <= knee ? v : light.encode(scale * (x + a) / (x + b));
    }
};

// The curve of ITU-R BT.2446-1, method A, section 4.1. The method maps the luma of gray colors with
// this curve.
struct Bt2446a {
    static constexpr bool below_black = true;
    static constexpr float sdr = 1.001f;
    static constexpr float sdr_peak = static_cast<float>(100 / constants::reference_white);
    LightRange light;
    float source_rho, target_rho;
    TONELIFT_INLINE explicit Bt2446a(const Range& range) : light(range) {
        source_rho = rho(light.white * light.peak);
        target_rho = rho(light.white > sdr ? light.white : light.white * sdr_peak);
    }
    TONELIFT_INLINE float operator()(float v) const {
        const float luma = math::pow(light.decode(v) / light.peak, 1 / 2.4f);
        const float perceived = math::log2(1 + (source_rho - 1) * luma) / math::log2(source_rho);
        const float mapped = (math::pow(target_rho, knee(perceived)) - 1) / (target_rho - 1);
        return light.encode(math::pow(mapped, 2.4f));
    }

    TONELIFT_INLINE static float rho(float white) {
        return 1 + 32 * math::pow(white * math::pq_white, 1 / 2.4f);
    }
    TONELIFT_INLINE static float knee(float y) {
        if (y <= 0.7399f) return 1.0770f * y;
        if (y < 0.9909f) return (-1.1510f * y + 2.7811f) * y - 0.6302f;
        return 0.5f * y + 0.5f;
    }
};

}  // namespace tonelift::frame
