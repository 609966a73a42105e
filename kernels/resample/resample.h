// SPDX-License-Identifier: BSD-2-Clause
//
// Scales planes on the CPU. The comment on Resample in kernels/pass.h defines the results.
#pragma once

#include <cstddef>

#include "kernels/instruction_set.h"
#include "kernels/pass.h"

namespace tonelift {

struct RowRange {
    int first;
    int last;
};
RowRange resample_input_rows(const Resample& resample, int out_height, int y, int rows);

struct ResampleBand {
    const float* value;
    const float* guide;
    const float* fine_guide;
    ptrdiff_t pitch;      // pitch of value and guide, in floats
    ptrdiff_t out_pitch;  // pitch of fine_guide and out, in floats
    float* out;
    int out_width;
    int out_height;
    int y;
    int rows;
    RowRange input;
};

size_t resample_scratch(const Resample& resample, int out_width);

void resample_band(const Resample& resample, const ResampleBand& band, float* scratch,
                   const InstructionSet& set = {});

}  // namespace tonelift
