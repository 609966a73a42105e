// SPDX-License-Identifier: BSD-2-Clause
//
// Tuning numbers of the stencils on CUDA, with the measurements behind them: us per frame of
// 3840x2160, 8 frames per launch, unorm16 in and out (float32 where noted), on an H200 with a
// trivial epilogue; medians of 9 launches. A copy of the plane takes 8.6 (float32: 16.5) in the
// same run.
//
//   radius         1     2     3     4     5     10    16    30    64
//   convolve       16.8  21.7  27.9  36.3  47.3
//   separable      23.9        27.0                    60.4        255
//   box            22.0        28.5        18.6  25.4        50.3  122
//   median         36.5  141   494   1720  2167        11600 (4 and up: float32)
//   surface blur   77.1        144         260   911
//   bilateral      89.8  131   190         397   1344
//
// - convolve: expected to be bound by memory up to radius 2 and by multiply-adds from 4 on. Radius
//   5 executes 21.2 T multiply-adds per second, 72 % of the rated peak. For radius 3, 85 % of a
//   copy was expected, which unorm16 cannot reach: multiply-adds alone take 14 us.
// - convolve, float32, unrolled up to radius 8 instead of 5, for 0.5 MB of PTX: radius 6 185 -> 72
//   to 87, radius 7 208 -> 86 to 115, radius 8 228 -> 108 to 126.
// - convolve, float32, larger radii: weights shared by consecutive chunks of pixels loaded once:
//   radius 9 385 -> 322, 16 802 -> 699, 30 2612 -> 2256. Slabs as large as two blocks allow instead
//   of 30 KB: 9 323, 16 648, 30 2012; bilateral of radius 16 3083 -> 2847.
// - bilateral: 270 expected at radius 5, where exponentials are the limit (16 per cycle and
//   multiprocessor). It is not reached: with 6.5 instructions per exponential both pipes are nearly
//   full, and 16 warps per multiprocessor do not hide the rest.
// - Reads that each test the sample width wait for one another. One test for several reads in
//   flight: surface blur of radius 1 121 -> 77, box of radius 5 24.1 -> 18.6, separable of radius 8
//   45.8 -> 36.4.
#pragma once

namespace tonelift::cuda {

// Threads per block: a warp is a row of 32 chunks.
constexpr int stencil_warps = 8;
constexpr int stencil_threads = 32 * stencil_warps;

// Output columns per block if a thread computes 4 pixels of several rows.
constexpr int tile_columns = 128;

// Number of chunks of 4 pixels that the radius covers on either side.
constexpr int chunks_beside(int radius) { return (radius + 3) / 4; }

// Rows per thread of surface blur and bilateral. With one row, three blocks fit on a multiprocessor
// instead of two: bilateral of radius 5 380, 10 1246, but 2 138, 1 102; surface blur of radius 1
// 93, 5 280. neighbors_of_sum: number of neighbors in one float sum; with all of them in one sum,
// results are off by 1e-5 from radius 16 on.
constexpr int neighbors_rows = 2;
constexpr int neighbors_of_sum = 200;

// Rows per thread of convolutions.
constexpr int wide_rows = 4;
constexpr int convolve_thread_rows(int radius) { return radius <= 2 ? 2 : 4; }

// Wide tiles of separable stencils: input columns and output rows per block. They take 32 KB of
// shared memory.
constexpr int wide_tile_columns = 256;
constexpr int wide_tile_rows = 32;

// Minimum size of an input slab in shared memory, in bytes: two blocks fit on a multiprocessor of
// the smallest device (64 KB). On a larger multiprocessor a slab is as large as two blocks allow,
// beside the memory of their programs, because the warps of a block wait for each other between
// slabs.
constexpr int slab_bytes = 30 * 1024;
constexpr int program_bytes = 16 * 1024;

// Medians that are not found in registers: output of a block, and maximum number of pixels that it
// sorts. Half floats order fewer than 31744 ranks; a radius of 16 needs 4096. Compared to bisection
// over the values: radius 5 5440 -> 2167 and 16 58700 -> 11600 (float32).
constexpr int median_side = 32;
constexpr int most_ranks = 4096;

}  // namespace tonelift::cuda
