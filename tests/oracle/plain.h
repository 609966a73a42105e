// SPDX-License-Identifier: BSD-2-Clause
//
// The definitions of the cores. Each computes one sample at a time in double, for comparison with
// the fast versions. The arguments are described in the header of the core.
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

// Unpacks the sample of a component in its own plane. Returns its number.
double unpack_sample_plain(const Picture& picture, const FramePlanes& frame, int component, int x,
                           int y);
// Unpacks a sample at half the size. The sides of the picture are even.
double unpack_halved_plain(const Picture& picture, const FramePlanes& frame, int component, int x,
                           int y);

// Packs sample (x, y) of a component, up to the code before dither, rounding and clamping. y counts
// from the top of the frame.
double pack_code_plain(const Picture& picture, const PackBlock& block, int component, int x, int y);

// Resamples one output pixel.
double resample_pixel_plain(const Resample& resample, const ResampleBand& band, int x, int y);

// Filters one line of n values.
void scan_line_plain(const Scan& scan, double* value, const double* guide, int n);

// Computes one output pixel of a stencil.
double stencil_pixel_plain(const Stencil& stencil, const StencilBand& band, int x, int y);

// A core's inputs around one pixel. Each pointer is at this pixel. The borders repeat the edge
// pixel. `pitch` is the distance between rows, in floats.
struct GatherInputs {
    std::array<const float*, max_core_inputs> at{};
    ptrdiff_t pitch = 0;
};

// Computes a gather for one pixel. The program runs for each neighbor in turn.
std::array<double, max_core_outputs> gather_pixel_plain(const Gather& gather,
                                                        const GatherInputs& inputs,
                                                        std::span<const float> uniforms);

// Reduces a row of values, one value after the other.
double reduce_row_plain(ReductionKind kind, const float* values, int n);

}  // namespace tonelift
