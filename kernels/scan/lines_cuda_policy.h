// SPDX-License-Identifier: BSD-2-Clause
//
// Tuning numbers of the scans gauss, smooth and sum on CUDA.
#pragma once

namespace tonelift::cuda {

// Threads of a block at most, and what a segment has at least. Segments are of an odd length, so
// that the threads of a warp are in different banks.
constexpr int lines_threads = 512;
constexpr int smallest_segment = 24;

// Columns of a block: 8 are a 32-byte sector of floats.
constexpr int narrow_columns = 8;
constexpr int wide_columns = 16;

}  // namespace tonelift::cuda
