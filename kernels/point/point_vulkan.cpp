// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/point/point_vulkan.h"

namespace tonelift::vulkan {
namespace {

constexpr unsigned lanes = 32, rows_at_once = 8;

// Returns the number of rows per block. It depends on the height only, so the rounding of sums does
// not depend on the number of frames in a launch.
int rows_of_block(int height) {
    const int passes = height >= 1440 ? 4 : 2;
    return passes * static_cast<int>(rows_at_once);
}

}  // namespace

KernelCall point_call(int width, int height) {
    const int rows = rows_of_block(height);
    KernelCall call;
    call.source = "point";
    call.kernel = "point_pass";
    call.block = {lanes, rows_at_once};
    call.grid = {ceil_divide(width, 4 * lanes), ceil_divide(height, rows)};
    call.partials = size_t{call.grid.x} * call.grid.y;
    call.set_parameters(rows);
    return call;
}

KernelCall halving_call(int width, int height) {
    constexpr int columns = 8 * lanes, rows = 2 * rows_at_once;
    KernelCall call;
    call.source = "point";
    call.kernel = "point_halve";
    call.block = {lanes, rows_at_once};
    call.grid = {ceil_divide(width, columns), ceil_divide(height, rows)};
    call.partials = size_t{call.grid.x} * call.grid.y;
    return call;
}

}  // namespace tonelift::vulkan
