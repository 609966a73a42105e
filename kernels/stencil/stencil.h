// SPDX-License-Identifier: BSD-2-Clause
//
// Filters over a neighborhood, on the CPU. kernels/stencils.def defines the results.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/instruction_set.h"
#include "kernels/pass.h"

namespace tonelift {

// The caller provides rows [-radius_y, rows + radius_y) of the input, and repeats the edge pixel by
// radius_x pixels on both sides. Pointers are to pixel (0, 0), so negative indices are valid.
// `pitch` is in floats, a multiple of 16.
struct StencilBand {
    const float* value;
    const float* guide;
    ptrdiff_t pitch;
    float* out;  // rows x width floats
    ptrdiff_t out_pitch;
    int width;
    int rows;
    int first_row = 0;
    uint32_t seed = 0;
};

size_t stencil_scratch(const Stencil& stencil, int width, int rows);

void stencil_band(const Stencil& stencil, const StencilBand& band, float* scratch,
                  const InstructionSet& set = {});

}  // namespace tonelift
