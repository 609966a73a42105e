// SPDX-License-Identifier: BSD-2-Clause
//
// gamut_map() by steps that warps skip where no thread needs them.
#pragma once

#include "kernels/cuda/emit/ptx_functions.h"

namespace tonelift::ptx {

// gamut_map() of finite light. functions: takes the bend, which is then called; null: it is written
// in place.
Triple<Number> gamut_map_by_steps(Functions* functions, const Triple<Number>& c, const Number& peak,
                                  const Number& softness);

}  // namespace tonelift::ptx
