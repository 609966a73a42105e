// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/pack/output_cuda.h"

#include <algorithm>

#include "kernels/chroma_factor.h"
#include "kernels/code_range.h"
#include "kernels/error.h"
#include "kernels/pack/code_offsets.h"
#include "kernels/pack/output_cuda_parameters.h"

namespace tonelift::cuda {
namespace {

// Returns the number of pixels that the device can process at the same time if each warp has `rows`
// rows.
long long pixels_at_once(const DeviceLimits& limits, int rows) {
    return 1LL * limits.multiprocessors * output_usual_blocks * output_warps * output_columns *
           rows;
}

// Returns the number of rows per warp for a launch of many frames: the largest of 32, 16 and 8 with
// which the blocks fill the device at least 30 times. Returns 0 if the launch has too few pixels
// for 8 rows.
int rows_for_many(const Picture& output, const DeviceLimits& limits, int frames) {
    constexpr long long waves = 30;
    const long long pixels = 1LL * output.width * output.height * frames;
    for (const int rows : {32, 16, 8}) {
        if (pixels >= waves * pixels_at_once(limits, rows)) return rows;
    }
    return 0;
}

int rows_of_warp(int height, bool computes_rows_twice, int given) {
    if (given > 0) return given;
    if (!computes_rows_twice) return 4;
    return height >= 720 ? 16 : 8;
}

int texture_rows(int given) {
    constexpr int most = 4 * block_side;
    return std::clamp(given / block_side * block_side, block_side, most);
}

// Divides a frame into tall blocks at the top and low blocks at the bottom, so that all
// multiprocessors end at about the same time. The area of the low blocks is half of the area that
// the device can process at the same time. Returns false if the frame is too small for this
// division.
bool split_single_frame(const Pass& pass, const DeviceLimits& limits, OutputParameters& p) {
    const long long at_once = pixels_at_once(limits, output_tall_rows);
    const long long pixels = 1LL * pass.width * pass.height;
    if (2 * pixels < 3 * at_once) return false;
    const long long of_blocks = 1LL * pass.width * output_tall_rows * output_warps;
    p.rows = output_tall_rows;
    p.low_rows = output_low_rows;
    p.tall_blocks = static_cast<int>((pixels - at_once / 2) / of_blocks);
    return true;
}

unsigned blocks_of_column(const OutputParameters& p, int height) {
    const int low = std::max(height - p.tall_blocks * p.rows * output_warps, 0);
    return static_cast<unsigned>(p.tall_blocks) + ceil_divide(low, p.low_rows * output_warps);
}

bool is_packed(const Format& format) { return format.components[0].step > 1; }

void set_order(const Format& format, unsigned (&order)[2]) {
    constexpr int samples = 4;
    int component_at[samples] = {3, 3, 3, 3};
    for (int c = 0; c < 4; ++c) {
        const Component& place = format.components[static_cast<size_t>(c)];
        if (place.plane >= 0) component_at[place.offset] = c;
    }
    const int bytes = format.sample_bytes();
    for (int byte = samples * bytes - 1; byte >= 0; --byte) {
        unsigned& selector = order[byte / 4];
        const int from = component_at[byte / bytes] * bytes + byte % bytes;
        selector = selector << 4 | static_cast<unsigned>(from);
    }
}

std::string layout_name(const Format& format, int row_phase) {
    if (!format.subsampled()) return is_packed(format) ? "packed" : "planar";
    if (format.interleaves_chroma()) return "woven";
    if (format.chroma_h == 0) return "half";
    return row_phase == 1 ? "between" : "sited";
}

std::string texture_name(const Plan& plan) {
    constexpr const char* qualities[] = {"fast", "normal"};
    if (!fits_gpu(plan.texture_quality))
        throw Error(
            Failure::unsupported,
            "texture_quality=best runs only on the CPU: set device=cpu, or texture_quality=normal");
    return std::string("texture_") + plan.output.format->ffmpeg + "_" +
           qualities[static_cast<size_t>(plan.texture_quality)];
}

std::string kernel_name(const Format& format, const std::string& layout) {
    constexpr const char* samples[] = {"u8", "u16", "f32", "u10x3"};
    return "output_" + layout + "_" + samples[static_cast<size_t>(format.sample)];
}

PackComponent pack_component(const Picture& picture, int c, float weight) {
    const Component& place = picture.format->components[static_cast<size_t>(c)];
    const CodeRange range = code_range(picture, c);
    return {place.plane,          place.step,   place.offset,
            range.scale / weight, range.lowest, range.highest};
}

float chroma_weight(const Format& format, const OutputParameters& parameters) {
    if (!format.subsampled()) return 1;
    const float columns = parameters.left_weight + parameters.even_weight + 1;
    return format.chroma_h == 0 ? columns : columns * (parameters.row_phase == 1 ? 2 : 4);
}

unsigned panels_of(int width, int overlap) {
    const int first = output_columns - (overlap == 8 ? 4 : 0);
    return 1 + ceil_divide(std::max(width - first, 0), output_columns - overlap);
}

}  // namespace

KernelCall output_call(const Plan& plan, const Pass& pass, bool vectors, const Tuning& tuning,
                       const DeviceLimits& limits, int frames) {
    const Format& format = *plan.output.format;
    const ChromaOffset offset = chroma_offset(plan.output.chroma_location);
    OutputParameters parameters{};
    parameters.shift = format.shift;
    if (layout_name(format, 0) == "packed") set_order(format, parameters.order);
    parameters.vectors = vectors ? 1 : 0;
    const bool reaches_left = format.chroma_w > 0 && offset.x == 0;
    parameters.overlap = format.sample == Sample::U10X3 ? 8 : reaches_left ? 4 : 0;
    parameters.left_weight = reaches_left ? 1.0f : 0.0f;
    parameters.even_weight = 1 + parameters.left_weight;
    parameters.row_phase = static_cast<int>(2 * offset.y);
    const bool sited = format.subsampled() && format.chroma_h > 0 && parameters.row_phase != 1;
    const bool texture = format.is_texture();
    const int given =
        tuning.output_rows > 0 ? tuning.output_rows : rows_for_many(plan.output, limits, frames);
    parameters.rows = texture ? texture_rows(given) : rows_of_warp(pass.height, sited, given);
    parameters.low_rows = parameters.rows;
    parameters.tall_blocks =
        static_cast<int>(ceil_divide(pass.height, parameters.rows * output_warps));
    std::string layout = layout_name(format, parameters.row_phase);
    if (given == 0 && frames == 1 && layout == "between" &&
        split_single_frame(pass, limits, parameters))
        layout = "split";
    parameters.band_rows = sited ? parameters.rows : std::min(parameters.rows, output_band_rows);
    for (int c = 0; c < 4; ++c) {
        const bool chroma = c == 1 || c == 2;
        PackComponent& component = parameters.component[c];
        component = pack_component(plan.output, c, chroma ? chroma_weight(format, parameters) : 1);
        component.scale *= chroma_factor(plan.output, pass.epilogue, c);
    }

    KernelCall call;
    call.source = texture ? "texture" : "output";
    call.kernel = texture ? texture_name(plan) : kernel_name(format, layout);
    call.block = {32, output_warps};
    call.blocks = texture ? BlockRange{texture_least_blocks, texture_most_blocks}
                          : BlockRange{output_least_blocks, tuning.output_blocks};
    call.grid = {panels_of(pass.width, parameters.overlap),
                 blocks_of_column(parameters, pass.height)};
    call.partials = static_cast<size_t>(call.grid.x) * call.grid.y;
    call.constants = code_offsets(plan);
    call.set_parameters(parameters);
    return call;
}

}  // namespace tonelift::cuda
