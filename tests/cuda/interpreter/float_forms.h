// SPDX-License-Identifier: BSD-2-Clause
//
// Instruction suffixes: ".ftz" makes denormal numbers 0, and ".sat" clamps to [0,1].
#pragma once

#include <cmath>

#include "tests/cuda/interpreter/program.h"

namespace tonelift::interpreter {

template <typename T>
T flushed(const Form& form, T value) {
    return form.ftz && std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(T{0}, value) : value;
}

// Clamps a number to [0,1] if the instruction has ".sat"; NaN becomes 0.
template <typename T>
T limited(const Form& form, T value) {
    if (!form.sat) return value;
    return value > 0 ? std::fmin(value, T{1}) : T{0};
}

}  // namespace tonelift::interpreter
