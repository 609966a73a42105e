// SPDX-License-Identifier: BSD-2-Clause
//
// Tuning constants of the recursive Gaussian, the fast global smoother and the cumulative sum on
// CUDA. docs/development/cores/scan_tuning.md has the measurements.
#pragma once

namespace tonelift::cuda {

// Maximum number of threads per block, and minimum length of a segment in pixels. lines_cuda.cpp
// makes the length of every segment odd. The threads of a warp then access different banks of
// shared memory.
constexpr int lines_threads = 512;
constexpr int smallest_segment = 24;

// Numbers of columns per block. A row of 8 floats fills one 32-byte sector of memory, and a row of
// 16 floats fills two sectors.
constexpr int narrow_columns = 8;
constexpr int wide_columns = 16;

}  // namespace tonelift::cuda
