// SPDX-License-Identifier: BSD-2-Clause
//
// Constants of the kernels that scale planes on CUDA, with measurements of these kernels.
//
// The table has microseconds per frame on an H200. The larger of the input and the output has
// 3840x2160 pixels. A launch processes 8 frames, and each figure is the median of 9 launches.
// Column `copy` is a kernel that only copies, with the same memory accesses as the float32 pass.
//
//                float32  unorm16  copy
// area 1/2       19.6     19.6     10.3
// area 1/8       11.3     12.1     8.4
// bilinear x2    18.0     22.9     10.3
// joint x2       52.0     63.4     20.4     32 reads and 16 exponentials for 4 pixels
#pragma once

namespace tonelift::cuda {

constexpr int resample_warps = 8;
constexpr int resample_threads = 32 * resample_warps;

constexpr int area_columns = 4 * resample_threads;

constexpr int spread_columns = 128;
constexpr int spread_rows = 4;
// Number of pairs of output rows per warp. With 4 pairs per warp, the blocks of a single 1080p
// plane would not fill the GPU.
constexpr int double_rows = 2;
// Minimum and maximum number of blocks that fit on a multiprocessor. With more blocks, registers
// would spill.
constexpr int resample_least_blocks = 2;
constexpr int resample_most_blocks = 4;

}  // namespace tonelift::cuda
