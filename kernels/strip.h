// SPDX-License-Identifier: BSD-2-Clause
//
// Lengths of the lines of pixels that a program processes at once on the CPU.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

constexpr int strip_pixels = 384;
// For passes without a filter. Longer lines share the cost of starting a loop between more pixels,
// but need more memory, so only programs with few values have them.
constexpr int long_strip_pixels = 960;
constexpr int most_values_in_long_strips = 200;

// Returns the length for a pass without a filter. The tiles of fitted polynomials need short lines.
inline int point_strip(const Plan& plan, const Pass& pass) {
    const bool few = pass.epilogue.values <= most_values_in_long_strips;
    return few && plan.fit_tolerance == 0 ? long_strip_pixels : strip_pixels;
}

}  // namespace tonelift
