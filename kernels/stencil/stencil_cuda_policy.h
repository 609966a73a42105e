// SPDX-License-Identifier: BSD-2-Clause
//
// Tuning numbers of the stencils on CUDA.
#pragma once

namespace tonelift::cuda {

// Threads of a block: a warp is a row of 32 chunks.
constexpr int stencil_warps = 8;
constexpr int stencil_threads = 32 * stencil_warps;

// Output of a block where a thread makes 4 pixels of several rows.
constexpr int tile_columns = 128;
constexpr int neighbors_rows = 2;  // of a thread
constexpr int neighbors_of_sum = 200;
constexpr int wide_rows = 4;
constexpr int convolve_thread_rows(int radius) { return radius <= 2 ? 2 : 4; }

// Separable stencils: columns of input and rows of output of a block.
constexpr int strip_columns = 256;
constexpr int strip_rows = 32;

// Of input kept at a time by the stencils that go through it slab by slab: two blocks fit on a
// multiprocessor of the smallest device (64 KB).
constexpr int slab_bytes = 30 * 1024;

// Medians that are not found in registers: output of a block, and the most pixels that it sorts. A
// halfword holds less than 31744 ranks; 4096 are all that a radius of 16 needs.
constexpr int median_side = 32;
constexpr int most_ranks = 4096;

}  // namespace tonelift::cuda
