// SPDX-License-Identifier: BSD-2-Clause
//
// Emits gamut mapping in steps. A warp skips the steps that none of its threads needs.
#pragma once

#include "kernels/cuda/emit/ptx_functions.h"

namespace tonelift::ptx {

// Emits gamut_map(), inlined if `functions` is null. Light must be finite.
Triple<Number> gamut_map_by_steps(Functions* functions, const Triple<Number>& c, const Number& peak,
                                  const Number& softness);

}  // namespace tonelift::ptx
