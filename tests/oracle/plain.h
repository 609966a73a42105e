// SPDX-License-Identifier: BSD-2-Clause
// Declares plain versions of the filters. They compute one sample at a time in double precision,
// and tests compare the fast versions with them.
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

double unpack_sample_plain(const Picture& picture, const FramePlanes& frame, int component, int x,
                           int y);
double unpack_reduced_plain(const Picture& picture, const FramePlanes& frame, int component,
                            int factor, int x, int y);

double pack_code_plain(const Picture& picture, const PackBlock& block, int component, int x, int y);

double resample_pixel_plain(const Resample& resample, const ResampleBand& band, int x, int y);

void scan_line_plain(const Scan& scan, double* value, const double* guide, int n);

double stencil_pixel_plain(const Stencil& stencil, const StencilBand& band, int x, int y);

struct GatherInputs {
    std::array<const float*, max_core_inputs> at{};
    ptrdiff_t pitch = 0;
};

std::array<double, max_core_outputs> gather_pixel_plain(const Gather& gather,
                                                        const GatherInputs& inputs,
                                                        std::span<const float> uniforms);

double reduce_row_plain(ReductionKind kind, const float* values, int n);

}  // namespace tonelift
