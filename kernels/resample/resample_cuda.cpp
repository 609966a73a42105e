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
    KernelCall call;
    call.source = "resample";
    call.kernel = kernel;
    call.grid = {ceil_divide(pass.width, columns), ceil_divide(pass.height, rows)};
    call.block = {resample_threads, 1};
    call.partials = size_t{call.grid.x} * call.grid.y;
    call.set_parameters(parameters);
    return call;
}

// As many columns of output, in chunks of 4, as area_columns of input cover in any case: the first
// and the last of them may be covered in part, and reading starts at a multiple of 4.
KernelCall area_call(const Pass& pass, const Resample& resample, const Plane& value) {
    constexpr int largest = 4 * resample_threads;
    const double across = grid_scale(resample.in_width, pass.width);
    const int columns = static_cast<int>((area_columns - 5) / across) / 4 * 4;
    const AreaParameters p{value, std::clamp(columns, 4, largest), across,
                           grid_scale(resample.in_height, pass.height)};
    return launch_of(pass, "area", p.columns, 1, p);
}

}  // namespace

KernelCall resample_call(const Pass& pass, std::span<const Plane> inputs) {
    const auto& resample = std::get<Resample>(pass.core);
    if (resample.kind == ResampleKind::area) return area_call(pass, resample, inputs[0]);
    constexpr int rows = resample_warps * spread_rows;
    if (resample.kind == ResampleKind::bilinear)
        return launch_of(pass, "bilinear", spread_columns, rows, BilinearParameters{inputs[0]});
    const JointParameters p{inputs[0], inputs[1], inputs[2], resample.edge};
    return launch_of(pass, "joint", spread_columns, rows, p);
}

}  // namespace tonelift::cuda
