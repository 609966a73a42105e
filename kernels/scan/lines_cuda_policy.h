// SPDX-License-Identifier: BSD-2-Clause
//
// Tuning numbers of the scans gauss, smooth and sum on CUDA, with the evidence: us for a pass over
// a frame of 3840x2160, 8 frames a launch, on an H200 with a trivial epilogue; medians of 9
// launches. A copy of the plane takes 16.4 (float32) and 8.6 (unorm16).
//
//             float32  unorm16
//   gauss x   35.1     35.4
//   gauss y   60.8     51.6
//   smooth x  62.4     61.3    80 with exact divisions and exponentials
//   smooth y  127      113
//   sum x     20.0     17.5
//   sum y     51.9     38.9
//
// Rows of gauss and smooth do not depend on how samples are stored: they are bound by the
// work on chip, four and five recurrences over shared memory. Columns suffer from blocks that fill
// a multiprocessor almost alone, so that reading, filtering and writing hardly overlap.
#pragma once

namespace tonelift::cuda {

// Most threads of a block, and least pixels of a segment. Segments have an odd length, so that the
// threads of a warp access different banks.
constexpr int lines_threads = 512;
constexpr int smallest_segment = 24;

// Columns per block: 8 are a 32-byte sector of floats; 16 where two such blocks fit on a
// multiprocessor; one such block alone is slower than two of 8: gauss 76.6, sum 56.9 (float32).
constexpr int narrow_columns = 8;
constexpr int wide_columns = 16;

}  // namespace tonelift::cuda
