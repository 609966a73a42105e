// SPDX-License-Identifier: BSD-2-Clause
//
// Tuning constants of stencils on CUDA. docs/development/cores/stencil.md contains the measurements
// behind them.
#pragma once

namespace tonelift::cuda {

constexpr int stencil_warps = 8;
constexpr int stencil_threads = 32 * stencil_warps;

constexpr int tile_columns = 128;

constexpr int chunks_beside(int radius) { return (radius + 3) / 4; }

constexpr int bilateral_radius = 8;

// Number of rows per thread. With one row per thread, most filters are slower.
constexpr int neighbors_rows = 2;

constexpr int near_chunks(int radius) { return 2 * (radius / 4 + 2); }

constexpr int unrolled_radius = 14;
constexpr int padded_radius = 8;

constexpr int small_window_radius = 2;

// convolve_thread_rows() returns the number of rows per thread. For radii above 8, it is 2: 4 rows
// need twice the code of 2 rows, and are at most 3 % faster.
constexpr int wide_rows = 4;
constexpr int wide_columns = 256;
constexpr int convolve_thread_rows(int radius) {
    return radius <= 2 || radius > padded_radius ? 2 : 4;
}

constexpr int wide_tile_columns = 256;
constexpr int wide_tile_rows = 32;

// Shared memory for input rows per block, in bytes. Two blocks with this size fit on a
// multiprocessor with 64 KB of shared memory, the smallest of all supported devices.
constexpr int slab_bytes = 30 * 1024;
constexpr int program_bytes = 16 * 1024;

// Upper limits of the median by ranks. Ranks are compared as half floats, so there must be fewer
// than 31744 ranks.
constexpr int median_side = 32;
constexpr int most_ranks = 4096;

}  // namespace tonelift::cuda
