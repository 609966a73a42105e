// SPDX-License-Identifier: BSD-2-Clause
//
// Sums the rows and the columns of a plane.
#include "tests/bench/patterns/frames.cuh"

namespace tonelift::patterns {

extern "C" __global__ void sum_rows(const Frames in, const Frames out) {
    const int y = own_x();
    if (y >= in.height) return;
    const float* row = row_of<const float>(in, y);
    float sum = 0;
    for (int x = 0; x < in.width; ++x) sum += row[x];
    row_of<float>(out, y)[0] = sum;
}

extern "C" __global__ void sum_rows_split(const Frames in, const Frames out) {
    const int y = own_y();
    if (y >= in.height) return;
    const float* row = row_of<const float>(in, y);
    float sum = 0;
    for (int x = threadIdx.x; x < in.width; x += 32) sum += row[x];
    for (int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_xor_sync(0xFFFFFFFFu, sum, distance);
    if (threadIdx.x == 0) row_of<float>(out, y)[0] = sum;
}

extern "C" __global__ void sum_columns(const Frames in, const Frames out) {
    const int x = own_x();
    if (x >= in.width) return;
    float sum = 0;
    for (int y = 0; y < in.height; ++y) sum += row_of<const float>(in, y)[x];
    row_of<float>(out, 0)[x] = sum;
}

extern "C" __global__ void sum_strips(const Frames in, const Frames out, int rows) {
    const int x = own_x();
    if (x >= in.width) return;
    const int first = static_cast<int>(blockIdx.y) * rows;
    float sum = 0;
    for (int y = first; y < min(first + rows, in.height); ++y) sum += row_of<const float>(in, y)[x];
    row_of<float>(out, blockIdx.y)[x] = sum;
}

}  // namespace tonelift::patterns
