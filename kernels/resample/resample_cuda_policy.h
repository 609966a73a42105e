// SPDX-License-Identifier: BSD-2-Clause
//
// Tuning numbers of the resamples on CUDA.
#pragma once

namespace tonelift::cuda {

constexpr int resample_warps = 8;
constexpr int resample_threads = 32 * resample_warps;

// Area: columns of input that a block adds up at a time, 4 a thread.
constexpr int area_columns = 4 * resample_threads;

// Bilinear and joint: a warp makes rows of 128 pixels, as many as these.
constexpr int spread_columns = 128;
constexpr int spread_rows = 4;

}  // namespace tonelift::cuda
