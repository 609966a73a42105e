// SPDX-License-Identifier: BSD-2-Clause
//
// The exact median of a neighborhood of floats, on the CPU. The neighborhood can have any size.
#pragma once

#include <cstddef>

#include "kernels/stencil/stencil.h"

namespace tonelift {

size_t median_scratch(const Stencil& stencil, int rows);

void median_columns_of_band(const Stencil& stencil, const StencilBand& band, int begin, int end,
                            float* scratch);

}  // namespace tonelift
