// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/pack/output_cuda.h"

#include <algorithm>

#include "kernels/code_range.h"
#include "kernels/pack/output_cuda_parameters.h"
#include "kernels/pack/pack.h"

namespace tonelift::cuda {
namespace {

// Rows that a warp walks down: few enough that a frame fills the device, enough that the row which
// it computes a second time for chroma counts little. A matter of the size alone, so that what is
// reduced does not depend on the batch.
int rows_of_warp(int height) { return height >= 1440 ? 32 : height >= 720 ? 16 : 8; }

bool is_packed(const Format& format) { return format.components[0].step > 1; }

std::string kernel_name(const Format& format) {
    const std::string layout = format.subsampled() ? "subsampled"
                               : is_packed(format) ? "packed"
                                                   : "planar";
    const std::string sample = format.sample == Sample::U8    ? "u8"
                               : format.sample == Sample::U16 ? "u16"
                                                              : "f32";
    return "output_" + layout + "_" + sample;
}

PackComponent pack_component(const Picture& picture, int c) {
    const Component& place = picture.format->components[static_cast<size_t>(c)];
    const CodeRange range = code_range(picture, c);
    return {place.plane, place.step,   place.offset, range.zero,
            range.scale, range.lowest, range.highest};
}

std::vector<float> noise_of(const Plan& plan) {
    const bool dithered = plan.output.format->depth <= max_dither_depth;
    std::vector<float> noise(4 * dither_period * dither_period);
    for (int c = 0; c < 4; ++c) {
        for (int y = 0; y < dither_period; ++y) {
            dither_row(dithered ? plan.dither : Dither::none, c, y,
                       noise.data() + (c * dither_period + y) * dither_period);
        }
    }
    return noise;
}

}  // namespace

KernelCall output_call(const Plan& plan, const Pass& pass, bool vectors) {
    const Format& format = *plan.output.format;
    const ChromaOffset offset = chroma_offset(plan.output.chroma_location);
    OutputParameters parameters{};
    for (int c = 0; c < 4; ++c) parameters.component[c] = pack_component(plan.output, c);
    parameters.shift = format.shift;
    parameters.vectors = vectors ? 1 : 0;
    parameters.rows = rows_of_warp(pass.height);
    parameters.chroma_h = format.chroma_h;
    parameters.column_reach = format.chroma_w > 0 && offset.x == 0 ? 1 : 0;
    parameters.row_phase = static_cast<int>(2 * offset.y);

    KernelCall call;
    call.source = "output";
    call.kernel = kernel_name(format);
    call.block = {32, output_warps};
    const int overlap = parameters.column_reach != 0 ? 4 : 0;
    const int beyond_first = std::max(pass.width - output_columns, 0);
    call.grid = {1 + ceil_divide(beyond_first, output_columns - overlap),
                 ceil_divide(pass.height, parameters.rows * output_warps)};
    call.partials = static_cast<size_t>(call.grid.x) * call.grid.y;
    call.constants = noise_of(plan);
    call.set_parameters(parameters);
    return call;
}

}  // namespace tonelift::cuda
