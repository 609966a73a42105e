// SPDX-License-Identifier: BSD-2-Clause
//
// Tuning numbers of the filters on CUDA. docs/development/cores/stencil.md has the measurements.
#pragma once

namespace tonelift::cuda {

constexpr int stencil_warps = 8;
constexpr int stencil_threads = 32 * stencil_warps;

constexpr int tile_columns = 128;

constexpr int chunks_beside(int radius) { return (radius + 3) / 4; }

constexpr int bilateral_radius = 8;

// One row per thread is slower for most filters.
constexpr int neighbors_rows = 2;

constexpr int near_chunks(int radius) { return 2 * (radius / 4 + 2); }

constexpr int unrolled_radius = 14;
constexpr int padded_radius = 8;

constexpr int small_window_radius = 2;

// From radius 9 on, 4 rows per thread need twice the code and gain at most 3 %.
constexpr int wide_rows = 4;
constexpr int wide_columns = 256;
constexpr int convolve_thread_rows(int radius) {
    return radius <= 2 || radius > padded_radius ? 2 : 4;
}

constexpr int wide_tile_columns = 256;
constexpr int wide_tile_rows = 32;

// Two blocks of this size fit on a multiprocessor of the smallest device (64 KB).
constexpr int slab_bytes = 30 * 1024;
constexpr int program_bytes = 16 * 1024;

// Half floats can represent fewer than 31744 ranks.
constexpr int median_side = 32;
constexpr int most_ranks = 4096;

}  // namespace tonelift::cuda
