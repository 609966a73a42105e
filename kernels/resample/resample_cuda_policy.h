// SPDX-License-Identifier: BSD-2-Clause
//
// Tuning numbers of the resamples on CUDA, with the measurements behind them. Figures are us per
// frame of 3840x2160 on the larger grid, with 8 frames per launch, on an H200 with a trivial
// epilogue; medians of 9 launches. A copy of the bytes that a float32 pass reads and writes takes
// 10.3 us, for joint 20.4 us.
//
//                  float32  unorm16
//   area 1/2       19.6     19.6
//   area 1/8       11.3     12.1     a copy takes 8.4
//   bilinear x2    18.0     22.9     compile-time weights, 64 frames per launch: 20.6 -> 7.6
//   joint x2       52.0     63.4     32 reads and 16 exponentials for 4 pixels
//
// Measurements. "a -> b" is the time before and after a change.
// - area: two rows are read at a time without a test for the last row, and the ratio is a parameter
//   instead of a division per thread. 31.1 -> 19.6 (1/2) and 14.0 -> 11.3 (1/8)
// - bilinear: one decision about the sample width serves several reads. 26.6 -> 22.9
#pragma once

namespace tonelift::cuda {

constexpr int resample_warps = 8;
constexpr int resample_threads = 32 * resample_warps;

// Area: number of input columns that a block adds at a time, 4 per thread.
constexpr int area_columns = 4 * resample_threads;

// Bilinear and joint: a warp computes spread_rows rows of 128 pixels.
constexpr int spread_columns = 128;
constexpr int spread_rows = 4;
// Doubling: number of pairs of rows per warp. With 4 pairs, a single plane of 1920x1080 has 255
// blocks, while an H100 has room for 528. Compared with 2 pairs, the pass of `natural` then takes
// 19.2 instead of 13.0 us for a single frame, and 7.6 instead of 7.8 us in launches of 64 frames.
constexpr int double_rows = 2;
// Blocks per multiprocessor for area and doubling: the largest number without spills.
constexpr int resample_least_blocks = 2;
constexpr int resample_most_blocks = 4;

}  // namespace tonelift::cuda
