// SPDX-License-Identifier: BSD-2-Clause
//
// Extends a tone curve below the source's black by a toe, and above the source's white by a
// shoulder.
#pragma once

#include "kernels/frame/curves.h"

namespace tonelift::frame {

// Continues the curve below the source's black with the slope that the curve has at black. The
// result does not fall below 0.
struct Toe {
    float width, height, slope;
};

// Raises the curve at black by `amount`, with the formula of ITU-R BT.2390-8.
struct Lift {
    float amount, low, span, power;
};

// Continues the curve above the source's white. It starts with the slope that the curve has at this
// white, and approaches the target's white.
struct Shoulder {
    float start, height, room, slope;
};

// Heights of the curve at the source's black, one entry of the table above black, at the source's
// white, and one entry below white.
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

// The power of the report is 4. For a large lift it is lower, so that the curve still rises.
TONELIFT_INLINE Lift lift_of(float low, const Range& range) {
    const float span = math::max(range.target_white - low, 1e-6f);
    const float amount = math::max(range.target_black - low, 0.0f);
    return {amount, low, span, 4 * amount <= span ? 4.0f : span / amount};
}

// A curve from `black` to `white`, with its toe below and its shoulder above.
struct Outline {
    Lift lift;
    Toe toe;
    Shoulder shoulder;
    float black, white, top;
};

}  // namespace tonelift::frame
