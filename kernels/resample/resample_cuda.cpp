// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/resample/resample_cuda.h"

#include <algorithm>

#include "kernels/resample/resample_cuda_parameters.h"
#include "kernels/resample/resample_cuda_policy.h"
#include "kernels/resample/resample_grid.h"

namespace tonelift::cuda {
namespace {

template <typename P>
KernelCall launch_of(const Pass& pass, const char* kernel, int columns, int rows,
                     const P& parameters) {
    return tiled_call("resample", kernel, pass.width, pass.height, columns, rows, resample_threads,
                      parameters);
}

KernelCall area_call(const Pass& pass, const Resample& resample, const Plane& value) {
    constexpr int largest = 4 * resample_threads;
    const double across = grid_scale(resample.in_width, pass.width);
    const int columns = static_cast<int>((area_columns - 5) / across) / 4 * 4;
    const AreaParameters p{value, std::clamp(columns, 32, largest), across,
                           grid_scale(resample.in_height, pass.height)};
    KernelCall call = launch_of(pass, "area", p.columns, 1, p);
    call.blocks = {resample_least_blocks, resample_most_blocks};
    return call;
}

bool doubles(int coarse_width, int coarse_height, int width, int height,
             std::span<const Plane> planes) {
    return 2 * coarse_width == width && 2 * coarse_height == height &&
           std::all_of(planes.begin(), planes.end(),
                       [](const Plane& plane) { return plane.storage == plane_unorm16; });
}

KernelCall shrink_call(const Pass& pass, const Resample& resample, std::span<const Plane> inputs) {
    if (!doubles(pass.width, pass.height, resample.in_width, resample.in_height, inputs))
        return area_call(pass, resample, inputs[0]);
    return launch_of(pass, "halve", spread_columns, resample_warps * spread_rows,
                     BilinearParameters{inputs[0]});
}

template <typename P>
KernelCall multiplied_call(const Pass& pass, const char* kernel, int ratio, const P& parameters) {
    KernelCall call = launch_of(pass, kernel, spread_columns, 1, parameters);
    call.grid.y = ceil_divide(pass.height / ratio + 1, resample_warps * double_rows);
    call.partials = size_t{call.grid.x} * call.grid.y;
    call.blocks = {resample_least_blocks, resample_most_blocks};
    return call;
}

KernelCall bilinear_call(const Pass& pass, const Resample& resample, const Plane& value) {
    const auto from = [&](int ratio) {
        return ratio * resample.in_width == pass.width && ratio * resample.in_height == pass.height;
    };
    const BilinearParameters p{value};
    if (from(2)) return multiplied_call(pass, "bilinear_double", 2, p);
    if (from(4)) return multiplied_call(pass, "bilinear_fourfold", 4, p);
    return launch_of(pass, "bilinear", spread_columns, resample_warps * spread_rows, p);
}

KernelCall flip_call(const Pass& pass, ResampleKind kind, const Plane& value) {
    const FlipParameters p{value, kind == ResampleKind::transpose, kind == ResampleKind::flip_x,
                           kind == ResampleKind::flip_y};
    return launch_of(pass, "turn", spread_columns, resample_warps * spread_rows, p);
}

KernelCall joint_call(const Pass& pass, const Resample& resample, std::span<const Plane> inputs) {
    const JointLimits limits{resample.epsilon, resample.steepest, resample.overshoot};
    const JointParameters p{inputs[0], inputs[1], inputs[2], limits};
    if (doubles(resample.in_width, resample.in_height, pass.width, pass.height, inputs))
        return multiplied_call(pass, "joint_double", 2, p);
    return launch_of(pass, "joint", spread_columns, resample_warps * spread_rows, p);
}

}  // namespace

KernelCall resample_call(const Pass& pass, std::span<const Plane> inputs) {
    const auto& resample = std::get<Resample>(pass.core);
    switch (resample.kind) {
        case ResampleKind::area:
            return shrink_call(pass, resample, inputs);
        case ResampleKind::bilinear:
            return bilinear_call(pass, resample, inputs[0]);
        case ResampleKind::joint:
            return joint_call(pass, resample, inputs);
        default:
            return flip_call(pass, resample.kind, inputs[0]);
    }
}

}  // namespace tonelift::cuda
