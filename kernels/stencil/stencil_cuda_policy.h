// SPDX-License-Identifier: BSD-2-Clause
//
// Constants of the filters on CUDA, with measurements. Figures are us per frame of 3840x2160, with
// 8 frames per launch, unorm16 in and out (float32 where noted), on an H200; medians of 9 launches.
// A copy of the plane takes 8.6 (float32: 16.5).
//
// radius         1     2     3     4     5     10    16    30    64
// convolve       16.8  21.7  27.9  36.3  47.3
// separable      23.9        27.0                    60.4        255
// box            22.0        28.5        18.6  25.4        50.3  122
// median         36.5  141   494   1720  2167        11600           (4 and up: float32)
// surface blur   77.1        144         260   911
// bilateral      89.8  131   190         397   1344
//
// - convolve: unrolled loops are faster up to radius 14, but cost 1.6 MB of PTX.
// - convolve: a separate path without limits for tiles inside the picture was slower.
// - bilateral: exponentials take more than a third of the time.
// - Several reads share one test of the sample width. Otherwise they would wait for one another.
#pragma once

namespace tonelift::cuda {

constexpr int stencil_warps = 8;
constexpr int stencil_threads = 32 * stencil_warps;

constexpr int tile_columns = 128;

constexpr int chunks_beside(int radius) { return (radius + 3) / 4; }

constexpr int bilateral_radius = 8;

// With one row, bilateral filters of radius 2 and more are slightly faster, but all others are
// slower.
constexpr int neighbors_rows = 2;

constexpr int near_chunks(int radius) { return 2 * (radius / 4 + 2); }

constexpr int unrolled_radius = 14;
constexpr int padded_radius = 8;

constexpr int small_window_radius = 2;

// From radius 9 on, 4 rows per thread are at most 3 % faster than 2 rows, or slower, and need twice
// the code.
constexpr int wide_rows = 4;
constexpr int wide_columns = 256;
constexpr int convolve_thread_rows(int radius) {
    return radius <= 2 || radius > padded_radius ? 2 : 4;
}

constexpr int wide_tile_columns = 256;
constexpr int wide_tile_rows = 32;

// Two blocks of this size fit on a multiprocessor of the smallest device (64 KB). Larger devices
// use more, because the warps of a block wait for each other whenever new rows are loaded.
constexpr int slab_bytes = 30 * 1024;
constexpr int program_bytes = 16 * 1024;

// Ranks are stored as half floats, which can represent fewer than 31744 ranks; a radius of 16 needs
// 4096.
constexpr int median_side = 32;
constexpr int most_ranks = 4096;

}  // namespace tonelift::cuda
