// SPDX-License-Identifier: BSD-2-Clause
//
// Decides whether polynomials may replace the program of the output pass in tiles of the picture
// (kernels/point/tile_fit.h).
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Returns the value of Plan::fit_tolerance. It is 0 if the output pass reads or writes anything but
// color components of the input and output, if its program is not continuous or too cheap for
// polynomials to pay off, if input or output have no subsampled chroma, or if the output has more
// than 10 bits.
float fit_tolerance(const Plan& plan);

}  // namespace tonelift
