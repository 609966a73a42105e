// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/point/point_cuda.h"

#include "kernels/point/point_cuda_parameters.h"

namespace tonelift::cuda {

KernelCall point_call(int width, int height) {
    constexpr int columns = 128, rows_at_once = point_threads / 32;
    const PointParameters parameters{4 * rows_at_once};
    KernelCall call;
    call.source = "point";
    call.kernel = "point_pass";
    call.block = {32, rows_at_once};
    call.grid = {ceil_divide(width, columns), ceil_divide(height, parameters.rows)};
    call.partials = static_cast<size_t>(call.grid.x) * call.grid.y;
    call.set_parameters(parameters);
    return call;
}

}  // namespace tonelift::cuda
