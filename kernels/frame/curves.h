// SPDX-License-Identifier: BSD-2-Clause
//
// The parameters of the tone curves, which map PQ-coded lightness. curve_values.h evaluates the
// curves. The code uses only floats and allocates no memory, so that it also runs on GPUs.
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
};

struct Clip {
    static constexpr bool below_black = true;
    float white;
    TONELIFT_INLINE explicit Clip(const Range& range) : white(range.target_white) {}
};

struct Linear {
    static constexpr bool below_black = true;
    LightRange light;
    TONELIFT_INLINE explicit Linear(const Range& range) : light(range) {}
};

// The curve of Reinhard et al. 2002, equation 3, scaled so that the source's peak maps to the
// target's peak.
struct Reinhard {
    static constexpr bool below_black = true;
    LightRange light;
    TONELIFT_INLINE explicit Reinhard(const Range& range) : light(range) {}
};

// The filmic curve of Hable 2010, "Uncharted 2: HDR lighting".
struct Hable {
    static constexpr bool below_black = true;
    LightRange light;
    TONELIFT_INLINE explicit Hable(const Range& range) : light(range) {}
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
};

// The curve of ITU-R BT.2446-1, method A, section 4.1. The method maps the luma of gray colors with
// this curve.
struct Bt2446a {
    static constexpr bool below_black = true;
    static constexpr float sdr = 1.001f;
    static constexpr float sdr_peak = static_cast<float>(100 / constants::reference_white);
    LightRange light;
    float source_rho, source_bits, target_rho;
    TONELIFT_INLINE explicit Bt2446a(const Range& range) : light(range) {
        source_rho = rho(light.white * light.peak);
        source_bits = math::log2(source_rho);
        target_rho = rho(light.white > sdr ? light.white : light.white * sdr_peak);
    }

    TONELIFT_INLINE static float rho(float white) {
        return 1 + 32 * math::pow(white * math::pq_white, 1 / 2.4f);
    }
};

}  // namespace tonelift::frame
