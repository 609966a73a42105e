// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/point/point_cuda.h"

#include "kernels/point/point_cuda_parameters.h"

namespace tonelift::cuda {

namespace {

// Returns the number of rows per thread. This number does not depend on the number of frames in a
// launch. Sums of floats are therefore rounded in the same way for any number of frames.
int rows_of_thread(int height, const Tuning& tuning) {
    if (tuning.point_rows > 0) return tuning.point_rows;
    return height >= 1440 ? 16 : 4;
}

KernelCall call_of(const char* kernel, int width, int height, const Tuning& tuning) {
    constexpr int columns = 128, rows_at_once = point_threads / 32;
    const PointParameters parameters{rows_of_thread(height, tuning) * rows_at_once};
    KernelCall call;
    call.source = "point";
    call.kernel = kernel;
    call.block = {32, rows_at_once};
    call.blocks = {point_least_blocks, tuning.point_blocks};
    call.grid = {ceil_divide(width, columns), ceil_divide(height, parameters.rows)};
    call.partials = static_cast<size_t>(call.grid.x) * call.grid.y;
    call.set_parameters(parameters);
    return call;
}

}  // namespace

KernelCall point_call(int width, int height, const Tuning& tuning) {
    return call_of("point_pass", width, height, tuning);
}

KernelCall halving_call(int width, int height, int planes, const Tuning& tuning) {
    return call_of(planes == 1 ? "point_halve" : "point_halve_two", width, height, tuning);
}

}  // namespace tonelift::cuda
