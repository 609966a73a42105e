// SPDX-License-Identifier: BSD-2-Clause
//
// Tuning numbers of the resamples on CUDA, with the evidence: us for a frame of 3840x2160 on the
// larger grid, 8 frames a launch, on an H200 with a trivial epilogue; medians of 9 launches. A copy
// of as many bytes as a float32 pass reads and writes takes 10.3, for joint 20.4.
//
//                  float32  unorm16
//   area 1/2       19.6     19.6
//   area 1/8       11.3     12.1     a copy takes 8.4
//   bilinear x2    18.0     22.9     with weights that are known, 64 frames a launch, 7.6 for 20.6
//   joint x2       52.0     63.4     32 reads and 16 exponentials for 4 pixels
//
// - area: reads of two rows at a time in place of a loop that stops at the last row 31.1 -> 19.6
//   (1/2) and 14.0 -> 11.3 (1/8), the ratio as a parameter instead of a division a thread included.
// - bilinear: reads that each decide how wide their samples are 26.6 -> 22.9
#pragma once

namespace tonelift::cuda {

constexpr int resample_warps = 8;
constexpr int resample_threads = 32 * resample_warps;

// Area: columns of input that a block adds up at a time, 4 a thread.
constexpr int area_columns = 4 * resample_threads;

// Bilinear and joint: a warp makes rows of 128 pixels, as many as these.
constexpr int spread_columns = 128;
constexpr int spread_rows = 4;
// Doubling: pairs of rows.
constexpr int double_rows = 4;
// Blocks of a multiprocessor, of area and doubling: as many as leave nothing of a program in local
// memory.
constexpr int resample_least_blocks = 2;
constexpr int resample_most_blocks = 4;

}  // namespace tonelift::cuda
