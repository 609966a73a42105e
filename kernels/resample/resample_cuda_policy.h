// SPDX-License-Identifier: BSD-2-Clause
//
// Constants of scaling on CUDA, with measurements. Figures are us per frame of 3840x2160 on the
// larger side, with 8 frames per launch, on an H200; medians of 9 launches. A copy of what a
// float32 pass reads and writes takes 10.3 us, for joint 20.4 us.
//
//                float32  unorm16
// area 1/2       19.6     19.6
// area 1/8       11.3     12.1     a copy takes 8.4
// bilinear x2    18.0     22.9
// joint x2       52.0     63.4     32 reads and 16 exponentials for 4 pixels
#pragma once

namespace tonelift::cuda {

constexpr int resample_warps = 8;
constexpr int resample_threads = 32 * resample_warps;

constexpr int area_columns = 4 * resample_threads;

constexpr int spread_columns = 128;
constexpr int spread_rows = 4;
// Pairs of output rows per warp. With 4 pairs, a single 1080p plane would not fill the GPU.
constexpr int double_rows = 2;
// The largest number of blocks per multiprocessor without register spills.
constexpr int resample_least_blocks = 2;
constexpr int resample_most_blocks = 4;

}  // namespace tonelift::cuda
