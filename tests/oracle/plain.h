// SPDX-License-Identifier: BSD-2-Clause
//
// The definitions of the cores in double, one sample after the other: fast versions are compared
// with them. Arguments are those of the fast version, in the header of its core.
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

// The number of a sample of the component's plane.
double unpack_sample_plain(const Picture& picture, const FramePlanes& frame, int component, int x,
                           int y);
// The number of a sample at half the size of an even picture.
double unpack_halved_plain(const Picture& picture, const FramePlanes& frame, int component, int x,
                           int y);

// The code of sample (x, y) of a component's own plane before dither, rounding and clamping; y
// counted from the top of the frame.
double pack_code_plain(const Picture& picture, const PackBlock& block, int component, int x, int y);

// One output pixel.
double resample_pixel_plain(const Resample& resample, const ResampleBand& band, int x, int y);

// One line of n values.
void scan_line_plain(const Scan& scan, double* value, const double* guide, int n);

// One output pixel.
double stencil_pixel_plain(const Stencil& stencil, const StencilBand& band, int x, int y);

// Rows of a core's inputs around a pixel: each points at the pixel itself, and borders already
// repeat the edge pixel. pitch: floats from row to row.
struct GatherInputs {
    std::array<const float*, max_core_inputs> at{};
    ptrdiff_t pitch = 0;
};

// Runs the program of a gather for one neighbor after the other.
std::array<double, max_core_outputs> gather_pixel_plain(const Gather& gather,
                                                        const GatherInputs& inputs,
                                                        std::span<const float> uniforms);

// The values of one row, one after the other.
double reduce_row_plain(ReductionKind kind, const float* values, int n);

}  // namespace tonelift
