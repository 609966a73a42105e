// SPDX-License-Identifier: BSD-2-Clause
//
// The effects of ".ftz" and ".sat" on a number.
#pragma once

#include <cmath>

#include "tests/cuda/interpreter/program.h"

namespace tonelift::interpreter {

template <typename T>
T flushed(const Form& form, T value) {
    return form.ftz && std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(T{0}, value) : value;
}

// Clamps to [0,1]; NaN becomes 0.
template <typename T>
T limited(const Form& form, T value) {
    if (!form.sat) return value;
    return value > 0 ? std::fmin(value, T{1}) : T{0};
}

}  // namespace tonelift::interpreter
