// SPDX-License-Identifier: BSD-2-Clause
//
// Suffixes of PTX instructions: ".ftz" replaces denormal numbers by 0, and ".sat" clamps the result
// to [0, 1].
#pragma once

#include <cmath>

#include "tests/cuda/interpreter/program.h"

namespace tonelift::interpreter {

template <typename T>
T flushed(const Form& form, T value) {
    return form.ftz && std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(T{0}, value) : value;
}

// Clamps a result to [0, 1] if the instruction has the suffix ".sat"; NaN becomes 0.
template <typename T>
T limited(const Form& form, T value) {
    if (!form.sat) return value;
    return value > 0 ? std::fmin(value, T{1}) : T{0};
}

}  // namespace tonelift::interpreter
