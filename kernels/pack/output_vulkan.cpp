// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/pack/output_vulkan.h"

#include "kernels/error.h"
#include "kernels/pack/code_offsets.h"

namespace tonelift::vulkan {
namespace {

constexpr unsigned block_lanes = 32, block_rows = 4;
constexpr int strip_columns = 8;

struct OutputParameters {
    int rows;
    int lanes;
};

int lanes_of(const Picture& output) {
    const Format& format = *output.format;
    if (format.sample == Sample::U10X3) return 30;
    const bool reaches_left = format.chroma_w > 0 && chroma_offset(output.chroma_location).x == 0;
    return static_cast<int>(block_lanes) - (reaches_left ? 1 : 0);
}

int rows_of(int height) { return height >= 720 ? 8 : 4; }

}  // namespace

KernelCall output_call(const Plan& plan, const Pass& pass) {
    if (plan.output.format->is_texture())
        throw Error(Failure::unsupported, "format=" + std::string(plan.output.format->ffmpeg) +
                                              ": Vulkan writes no textures; set device=cpu");
    const OutputParameters parameters = {rows_of(pass.height), lanes_of(plan.output)};
    KernelCall call;
    call.source = "output";
    call.kernel = "output";
    call.block = {block_lanes, block_rows};
    call.grid = {ceil_divide(pass.width, strip_columns * parameters.lanes),
                 ceil_divide(pass.height, parameters.rows * block_rows)};
    call.partials = size_t{call.grid.x} * call.grid.y;
    call.constants = code_offsets(plan);
    call.set_parameters(parameters);
    return call;
}

}  // namespace tonelift::vulkan
