// SPDX-License-Identifier: BSD-2-Clause
//
// Emits gamut_map() as steps that a warp skips if none of its threads needs them.
#pragma once

#include "kernels/cuda/emit/ptx_functions.h"

namespace tonelift::ptx {

// Emits gamut_map() for finite light. `functions` receives the mapping as a function, which is then
// called. If it is null, the mapping is inlined.
Triple<Number> gamut_map_by_steps(Functions* functions, const Triple<Number>& c, const Number& peak,
                                  const Number& softness);

}  // namespace tonelift::ptx
