// SPDX-License-Identifier: BSD-2-Clause
//
// Decides whether polynomials may replace the program of the output pass in tiles of the picture
// (kernels/point/tile_fit.h).
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Returns the value of Plan::fit_tolerance. It is 0 if polynomials cannot replace the program of
// the output pass or would not pay off:
// - the pass accesses more than the color components of input and output;
// - the program is not continuous or too cheap;
// - the input or the output has no subsampled chroma;
// - the output has more than 10 bits.
float fit_tolerance(const Plan& plan);

}  // namespace tonelift
