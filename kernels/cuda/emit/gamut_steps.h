// SPDX-License-Identifier: BSD-2-Clause
//
// gamut_map() in steps that a warp skips if none of its threads needs them.
#pragma once

#include "kernels/cuda/emit/ptx_functions.h"

namespace tonelift::ptx {

// gamut_map() for finite light. functions: receives the mapping as a function, which is then
// called; if null, the mapping is inlined.
Triple<Number> gamut_map_by_steps(Functions* functions, const Triple<Number>& c, const Number& peak,
                                  const Number& softness);

}  // namespace tonelift::ptx
