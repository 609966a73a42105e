// SPDX-License-Identifier: BSD-2-Clause
//
// The definitions of the cores in double, one sample at a time, for comparison with the fast
// versions. The arguments are those of the fast version, described in the header of its core.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "kernels/pack/pack.h"
#include "kernels/reduce/reduce.h"
#include "kernels/resample/resample.h"
#include "kernels/scan/scan.h"
#include "kernels/stencil/stencil.h"
#include "kernels/unpack/unpack.h"

namespace tonelift {

// Returns the number of a sample in the component's plane.
double unpack_sample_plain(const Picture& picture, const FramePlanes& frame, int component, int x,
                           int y);
// Returns the number of a sample at half the size of a picture with even sides.
double unpack_halved_plain(const Picture& picture, const FramePlanes& frame, int component, int x,
                           int y);

// Returns the code of sample (x, y) in a component's own plane before dither, rounding and
// clamping; y counts from the top of the frame.
double pack_code_plain(const Picture& picture, const PackBlock& block, int component, int x, int y);

// Returns one output pixel.
double resample_pixel_plain(const Resample& resample, const ResampleBand& band, int x, int y);

// Filters one line of n values.
void scan_line_plain(const Scan& scan, double* value, const double* guide, int n);

// Returns one output pixel.
double stencil_pixel_plain(const Stencil& stencil, const StencilBand& band, int x, int y);

// Rows of a core's inputs around a pixel. Each pointer is at the pixel itself, and the borders
// repeat the edge pixel. pitch: number of floats between rows.
struct GatherInputs {
    std::array<const float*, max_core_inputs> at{};
    ptrdiff_t pitch = 0;
};

// Returns the results of a gather for one pixel; its program runs for one neighbor at a time.
std::array<double, max_core_outputs> gather_pixel_plain(const Gather& gather,
                                                        const GatherInputs& inputs,
                                                        std::span<const float> uniforms);

// Reduces the values of one row, one at a time.
double reduce_row_plain(ReductionKind kind, const float* values, int n);

}  // namespace tonelift
