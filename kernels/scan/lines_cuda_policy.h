// SPDX-License-Identifier: BSD-2-Clause
//
// Tuning numbers of the recursive Gaussian, the fast global smoother and the cumulative sum on
// CUDA. docs/development/cores/scan_tuning.md has the measurements.
#pragma once

namespace tonelift::cuda {

// The length of a segment is odd, so that the threads of a warp access different banks of shared
// memory.
constexpr int lines_threads = 512;
constexpr int smallest_segment = 24;

// 8 columns of floats are a 32-byte sector.
constexpr int narrow_columns = 8;
constexpr int wide_columns = 16;

}  // namespace tonelift::cuda
