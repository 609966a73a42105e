// SPDX-License-Identifier: BSD-2-Clause
//
// Emits gamut mapping as PTX, in several steps. A warp skips each step that none of its threads
// needs.
#pragma once

#include "kernels/cuda/emit/ptx_functions.h"

namespace tonelift::ptx {

// Emits the computation of gamut_map(): inlined if `functions` is null, else as a call of a PTX
// function. The components of `c` must be finite.
Triple<Number> gamut_map_by_steps(Functions* functions, const Triple<Number>& c, const Number& peak,
                                  const Number& softness);

}  // namespace tonelift::ptx
