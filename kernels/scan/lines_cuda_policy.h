// SPDX-License-Identifier: BSD-2-Clause
//
// Tuning numbers of the scans gauss, smooth and sum on CUDA, with the measurements behind them.
// Figures are us per pass over a frame of 3840x2160, with 8 frames per launch, on an H200 with a
// trivial epilogue; medians of 9 launches. A copy of the plane takes 16.4 us (float32) and 8.6 us
// (unorm16).
//
//             float32  unorm16
//   gauss x   35.1     35.4
//   gauss y   60.8     51.6
//   smooth x  62.4     61.3    80 with exact divisions and exponentials
//   smooth y  127      113
//   sum x     20.0     17.5
//   sum y     51.9     38.9
//
// Along rows, gauss and smooth take the same time for both storages. They are limited by on-chip
// work, which is four and five recurrences over shared memory. Along columns, a block nearly fills
// a multiprocessor, so reading, filtering and writing hardly overlap.
#pragma once

namespace tonelift::cuda {

// Maximum number of threads per block, and minimum number of pixels per segment. The length of a
// segment is odd, so that the threads of a warp access different banks.
constexpr int lines_threads = 512;
constexpr int smallest_segment = 24;

// Columns per block. 8 columns are a 32-byte sector of floats. 16 columns are used if two such
// blocks fit on a multiprocessor. If only one fits, two blocks of 8 columns are faster; the single
// block takes 76.6 for gauss and 56.9 for sum (float32).
constexpr int narrow_columns = 8;
constexpr int wide_columns = 16;

}  // namespace tonelift::cuda
