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

// Number of rows per thread. Most filters are slower with one row per thread than with two.
constexpr int neighbors_rows = 2;

constexpr int near_chunks(int radius) { return 2 * (radius / 4 + 2); }

// Maximum radii of convolutions with unrolled loops: unrolled_radius for square kernels, and
// padded_radius for other kernels, which are padded to a square with weights of 0.
constexpr int unrolled_radius = 14;
constexpr int padded_radius = 8;

// Maximum radius of square windows with a kernel of their own.
constexpr int small_window_radius = 2;

// Rows per thread and columns per block of convolutions with loops.
constexpr int wide_rows = 4;
constexpr int wide_columns = 256;

// Returns the number of rows per thread. For radii above padded_radius, 4 rows would need twice the
// code of 2 rows, and would be at most 3 % faster.
constexpr int convolve_thread_rows(int radius) {
    return radius <= 2 || radius > padded_radius ? 2 : 4;
}

constexpr int wide_tile_columns = 256;
constexpr int wide_tile_rows = 32;

// Shared memory for input rows per block, in bytes. Two blocks with this size fit on a
// multiprocessor with 64 KB of shared memory, the smallest of all supported devices.
constexpr int slab_bytes = 30 * 1024;
// Shared memory that is left for the program of a kernel, in bytes.
constexpr int program_bytes = 16 * 1024;

// Width and height of a block's output in the kernels median_ranks and median_any, in pixels.
constexpr int median_side = 32;
// Maximum number of input pixels of a block for the median by ranks. A window of radius 16 needs
// 4096 pixels. The values and ranks of these pixels take 40 KB of shared memory, and a block has 48
// KB on any device. Ranks are compared as half floats, so a rank must not exceed largest_half
// (median.cuh).
constexpr int most_ranks = 4096;

}  // namespace tonelift::cuda
