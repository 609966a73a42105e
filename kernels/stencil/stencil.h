// SPDX-License-Identifier: BSD-2-Clause
//
// Filters over a neighborhood, on the CPU. kernels/stencils.def defines the results.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/instruction_set.h"
#include "kernels/pass.h"

namespace tonelift {

// Pointers are to pixel (0, 0). The caller repeats the pixels at the edges.
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
