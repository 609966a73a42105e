// SPDX-License-Identifier: BSD-2-Clause
//
// Tone curves that move the median lightness of a picture toward the middle of the display's range.
#pragma once

#include "kernels/frame/curves.h"

namespace tonelift::frame {

struct Anchor {
    float median;
    float middle;
};

// A curve has two parts: below the median and above the median. `steepest` limits the mean slope of
// each part.
constexpr float steepest = 1.3f;

// Returns a range whose target extends only a little beyond the source. The target's black is only
// a little below the source's black, and the target's white only a little above the source's white.
// Night scenes therefore stay dark.
TONELIFT_INLINE Range anchored_range(const Range& range) {
    constexpr float raised = 0.06f, hazy = 0.08f, lowered = 0.03f;
    Range result = range;
    const float room = range.target_white - range.white;
    if (room > 0) result.target_white = range.white + math::min(0.5f * room, raised);
    if (range.black > range.target_black) {
        const float clear = math::min(range.black, range.target_black + hazy);
        result.target_black = math::max(clear, range.black - lowered);
    }
    result.target_black = math::min(result.target_black, result.target_white);
    return result;
}

TONELIFT_INLINE float anchored_height(float natural, float middle) {
    constexpr float most_down = 0.06f;
    const float most_up = math::min(0.10f, 0.35f * natural);
    return natural + math::clamp(middle - natural, -most_down, most_up);
}

TONELIFT_INLINE float fit_pivot(Range& range, float pivot, float height) {
    const float lower = pivot - range.black, upper = range.white - pivot;
    const float mean = (range.target_white - range.target_black) / (lower + upper);
    const float least = math::min(0.35f, 0.5f * mean);
    const float fitted =
        math::clamp(height, range.target_black + least * lower, range.target_white - least * upper);
    range.target_black = math::max(range.target_black, fitted - steepest * lower);
    range.target_white = math::min(range.target_white, fitted + steepest * upper);
    return fitted;
}

TONELIFT_INLINE float inner_median(const Range& range, float median) {
    const float margin = 0.05f * (range.white - range.black);
    return math::clamp(median, range.black + margin, range.white - margin);
}

TONELIFT_INLINE float line_above(const Range& range, float pivot, float height) {
    constexpr float longest = 0.04f, least = 0.33f;
    const float spare = range.target_white - height - least * (range.white - pivot);
    return math::clamp(spare / (1 - least), 0.0f, longest);
}

}  // namespace tonelift::frame
