// SPDX-License-Identifier: BSD-2-Clause
//
// Stencils, which are filters over a neighborhood of pixels, on the CPU. kernels/stencils.def
// defines the result of each stencil.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/instruction_set.h"
#include "kernels/pass.h"

namespace tonelift {

// A band of rows and its neighborhood. `value` and `guide` point to the band's first pixel. The
// caller must fill the neighborhood outside the picture by repeating the pixels at its edges.
struct StencilBand {
    const float* value;
    const float* guide;
    ptrdiff_t pitch;
    float* out;  // `rows` rows of `width` floats
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
