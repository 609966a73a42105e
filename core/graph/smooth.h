// SPDX-License-Identifier: BSD-2-Clause
// Decides whether polynomials may approximate the output pass in tiles of the picture
// (kernels/point/tile_fit.h).
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Returns the allowed error of polynomials, or 0 if they do not suit.
float fit_tolerance(const Plan& plan);

}  // namespace tonelift
