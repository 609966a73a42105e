// SPDX-License-Identifier: BSD-2-Clause
// Decides whether polynomials may approximate the output pass in tiles of the picture
// (kernels/point/tile_fit.h), and how precise the transfer functions must be.
#pragma once

#include "kernels/pass.h"

namespace tonelift {

// Returns the allowed error of the polynomials that approximate the output pass, where black is 0
// and white is 1. Returns 0 if polynomials do not suit the plan.
float fit_tolerance(const Plan& plan);

Precision precision_of(const Picture& output);

}  // namespace tonelift
