// SPDX-License-Identifier: BSD-2-Clause
//
// Tuning numbers of the edge-aware recursive filter on CUDA. docs/development/cores/scan_tuning.md
// has the measurements and failed experiments.
#pragma once

namespace tonelift::cuda {

// A block prefetches the pixels of the block that will run after it into the L2 cache, if the cache
// is large enough.
constexpr int edge_prefetch_none = 1 << 20;  // in frames, larger than any batch

// Shape of blocks along rows. More rows per block would leave multiprocessors idle at the end of
// small batches.
struct EdgeRowShape {
    int chunks;
    int threads;
    int blocks;
};

// For short programs. With 8 pixels per thread, too few pixels share the shuffles; with 32, there
// are too few warps.
constexpr EdgeRowShape edge_x_light = {2, 256, 4};

// For programs with more operations than Tuning::edge_light_operations, which would spill registers
// with 3 or more blocks per multiprocessor.
constexpr EdgeRowShape edge_x_roomy = {2, 256, 2};

// For rows that need more threads than the other shapes have.
constexpr EdgeRowShape edge_x_wide = {4, 512, 1};

// Weights of this many groups of 8 pixels are in registers, the others in shared memory. More
// groups would spill registers.
constexpr int edge_x_held_chunks = 2;

// Columns per block. Narrower blocks wait less for each other, but their short rows take longer to
// load.
constexpr int edge_panel = 64;
constexpr int edge_y_columns = 4;

// edge_y_rows is the number of rows per thread, of which edge_y_held_rows are in registers and the
// others in shared memory. edge_y_warps is per block at most, edge_y_blocks per multiprocessor.
// Speed depends on the number of pixels in flight on a multiprocessor.
constexpr int edge_y_rows = 17;
constexpr int edge_y_held_rows = 14;
constexpr int edge_y_warps = 8;
constexpr int edge_y_blocks = 2;

// Number of threads that share the prefix scan of a column.
constexpr int edge_y_parts = 4;

constexpr int edge_y_warp_step = 2;

constexpr int edge_y_warp_bands = 32 * edge_y_columns / edge_panel;
constexpr int edge_y_warp_rows = edge_y_warp_bands * edge_y_rows;
constexpr int edge_y_kept_rows = 2 * edge_y_rows - edge_y_held_rows;
constexpr int edge_aggregate_floats = 4;
constexpr unsigned edge_y_warp_bytes =
    edge_y_warp_bands * (edge_y_kept_rows + edge_aggregate_floats) * edge_panel * sizeof(float);

constexpr int edge_tile_state_bytes = 32;

// Blocks that wait for each other must fit on the device at the same time, with room for other
// streams.
constexpr unsigned edge_y_panels_at_once = 4;

}  // namespace tonelift::cuda
