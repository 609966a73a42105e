// SPDX-License-Identifier: BSD-2-Clause
//
// Evaluates tone curves for single floats.
#pragma once

#include "kernels/frame/any_curve.h"
#include "kernels/frame/outline.h"

namespace tonelift::frame {

TONELIFT_INLINE float entry(const float* table, float i) { return table[static_cast<int>(i)]; }

#include "kernels/frame/curve_values.h"

using PlainCurves = CurveValues<float>;

}  // namespace tonelift::frame
