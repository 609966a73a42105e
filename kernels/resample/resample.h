// SPDX-License-Identifier: BSD-2-Clause
//
// Resampling on the CPU. Resample in kernels/pass.h defines the results.
#pragma once

#include <cstddef>

#include "kernels/instruction_set.h"
#include "kernels/pass.h"

namespace tonelift {

// Returns the input rows [first, last) that the output rows [y, y + rows) depend on.
struct RowRange {
    int first;
    int last;
};
RowRange resample_input_rows(const Resample& resample, int out_height, int y, int rows);

// A band of output rows. `value` and `guide` point to row input.first of the input grid.
// `fine_guide` and `out` point to output row y.
struct ResampleBand {
    const float* value;
    const float* guide;       // joint only
    const float* fine_guide;  // joint only, on the output grid
    ptrdiff_t pitch;          // pitch of value and guide, in floats
    ptrdiff_t out_pitch;      // pitch of fine_guide and out, in floats
    float* out;
    int out_width;
    int out_height;  // height of the whole output grid
    int y;
    int rows;
    RowRange input;
};

size_t resample_scratch(const Resample& resample, int out_width);

void resample_band(const Resample& resample, const ResampleBand& band, float* scratch,
                   const InstructionSet& set = {});

}  // namespace tonelift
