// SPDX-License-Identifier: BSD-2-Clause
//
// Tuning numbers of the stencils on CUDA, with the measurements behind them. Figures are us per
// frame of 3840x2160, with 8 frames per launch, unorm16 in and out (float32 where noted), on an
// H200 with a trivial epilogue; medians of 9 launches. A copy of the plane takes 8.6 (float32:
// 16.5) in the same run.
//
//   radius         1     2     3     4     5     10    16    30    64
//   convolve       16.8  21.7  27.9  36.3  47.3
//   separable      23.9        27.0                    60.4        255
//   box            22.0        28.5        18.6  25.4        50.3  122
//   median         36.5  141   494   1720  2167        11600 (4 and up: float32)
//   surface blur   77.1        144         260   911
//   bilateral      89.8  131   190         397   1344
//
// Measurements. "a -> b" is the time before and after a change.
// - convolve was expected to be bound by memory up to radius 2 and by multiply-adds from 4 on.
//   Radius 5 executes 21.2 T multiply-adds per second, 72 % of the rated peak. For radius 3, 85 %
//   of the speed of a copy was expected. unorm16 cannot reach it, because multiply-adds alone take
//   14 us.
// - convolve, float32: loops unrolled up to radius 8 instead of 5. Radius 6 185 -> 72 to 87, radius
//   7 208 -> 86 to 115, radius 8 228 -> 108 to 126. This costs 0.5 MB of PTX.
// - convolve, float32, larger radii, on an H100: a thread computes 8 pixels of 4 rows, weights are
//   in the order of their use, and weights that are zero are omitted. Radius 9 328 -> 181, 16 651
//   -> 439, 30 2017 -> 1454. A separate path without limits for tiles inside the picture was
//   slower: radius 8 103 -> 119, 9 181 -> 186.
// - convolve, float32, on an H100: loops unrolled up to radius 14 instead of 8, with 2 rows per
//   thread. Radius 9 174 -> 126, 10 198 -> 150, 12 260 -> 228, 14 353 -> 321. This costs 1.6 MB
//   of PTX. With 4 rows: 9 123, 10 145, 12 282, 14 362; with 1 row: 9 168, 12 285.
// - Slabs are as large as two blocks allow instead of 30 KB: radius 16 699 -> 648, 30 2256 -> 2012.
// - bilateral, float32, on an H100, radius 2, 5 and 8: 138, 398, 830 -> 124, 340, 702. Exponentials
//   alone take 50, 240 and 575 (16 per cycle and multiprocessor). Each now comes with 5.3
//   instructions instead of 6.8: one multiply-add scales the difference of guides, terms of columns
//   are in a list, and rows have a factor. With the loop over columns unrolled and terms as
//   constants: 100, 320, 686 -> 65, 274, 633. With 4 rows per thread: 74, 271, 626.
// - One test of the sample width serves several reads in flight. Reads that each test it wait for
//   one another. Surface blur of radius 1 121 -> 77, box of radius 5 24.1 -> 18.6, separable of
//   radius 8 45.8 -> 36.4.
#pragma once

namespace tonelift::cuda {

// Number of warps per block; a warp covers a row of 32 chunks.
constexpr int stencil_warps = 8;
constexpr int stencil_threads = 32 * stencil_warps;

// Output columns per block if a thread computes 4 pixels of several rows.
constexpr int tile_columns = 128;

// Returns the number of chunks of 4 pixels that the radius covers on each side.
constexpr int chunks_beside(int radius) { return (radius + 3) / 4; }

// Largest radius of bilateral filters with an unrolled loop over the columns.
constexpr int bilateral_radius = 8;

// Rows per thread of surface blur and bilateral. With one row, three blocks fit on a multiprocessor
// instead of two. Measured with one row: bilateral 138 (radius 1), 102 (radius 2), 380 (radius 5),
// 1246 (radius 10); surface blur 93 (radius 1), 280 (radius 5).
constexpr int neighbors_rows = 2;

// Returns the number of chunks in the list of near(). The list has a term for each distance in
// columns. The first and the last chunk also read terms for larger distances, which the list
// includes.
constexpr int near_chunks(int radius) { return 2 * (radius / 4 + 2); }

// Largest radius of convolutions with unrolled loops: for squares, and for rectangles, which are
// padded with zeros to squares.
constexpr int unrolled_radius = 14;
constexpr int padded_radius = 8;

// Largest radius of squares with the kernels of small_window.cuh. A single plane of 960x540 on an
// H100, radius 1: minimum 9.3 -> 4.8 us, box 8.9 -> 5.0; in launches of 64 frames 1.34 -> 1.15 and
// 1.51 -> 1.28.
constexpr int small_window_radius = 2;

// Rows per thread of convolutions, and columns per block of wide convolutions. From radius 9 on, 4
// rows per thread are at most 3 % faster than 2 rows, or slower, and need twice the code.
constexpr int wide_rows = 4;
constexpr int wide_columns = 256;
constexpr int convolve_thread_rows(int radius) {
    return radius <= 2 || radius > padded_radius ? 2 : 4;
}

// Size of a wide tile of separable stencils: input columns and output rows per block. A tile needs
// 32 KB of shared memory.
constexpr int wide_tile_columns = 256;
constexpr int wide_tile_rows = 32;

// Smallest size of a slab of input rows in shared memory, in bytes. With this size, two blocks fit
// on a multiprocessor of the smallest device (64 KB). Larger multiprocessors get larger slabs, as
// long as two blocks fit with the memory of their programs. Fewer slabs are faster, because the
// warps of a block wait for each other between slabs.
constexpr int slab_bytes = 30 * 1024;
constexpr int program_bytes = 16 * 1024;

// Limits of the median by ranks: a block computes median_side x median_side outputs and sorts at
// most most_ranks pixels. Ranks are stored as half floats, which can represent fewer than 31744
// ranks; a radius of 16 needs 4096. Gain over bisection by values, in us per frame (float32):
// radius 5 from 5440 to 2167, radius 16 from 58700 to 11600.
constexpr int median_side = 32;
constexpr int most_ranks = 4096;

}  // namespace tonelift::cuda
