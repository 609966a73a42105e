// SPDX-License-Identifier: BSD-2-Clause
//
// Stencils on the CPU. Stencil in kernels/pass.h and the table kernels/stencils.def define the
// results.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/instruction_set.h"
#include "kernels/pass.h"

namespace tonelift {

// A band of rows. The caller provides rows [-radius_y, rows + radius_y) of the core's inputs. A row
// is padded with the edge pixel: by radius_x pixels on the left, and by at least radius_x pixels on
// the right, up to the pitch. `value` and `guide` point to pixel (0, 0) of the band, so negative
// indices are valid. `pitch` is in floats, a multiple of 16.
struct StencilBand {
    const float* value;
    const float* guide;  // nullptr for kinds without a guide
    ptrdiff_t pitch;
    float* out;  // rows x width floats
    ptrdiff_t out_pitch;
    int width;
    int rows;
    int first_row = 0;  // index of the band's first row in the picture
    uint32_t seed = 0;  // seed of random numbers
};

// Returns the number of scratch floats for a call over such a band.
size_t stencil_scratch(const Stencil& stencil, int width, int rows);

void stencil_band(const Stencil& stencil, const StencilBand& band, float* scratch,
                  const InstructionSet& set = {});

}  // namespace tonelift
