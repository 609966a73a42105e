// SPDX-License-Identifier: BSD-2-Clause
//
// Tuning numbers of the edge-aware recursive filter on CUDA. docs/development/cores/scan_tuning.md
// has the measurements and failed experiments.
#pragma once

namespace tonelift::cuda {

// Distance that turns off the prefetch of later blocks, for devices with a small L2 cache.
constexpr int edge_prefetch_none = 1 << 20;

// Shape of blocks along rows.
struct EdgeRowShape {
    int chunks;
    int threads;
    int blocks;
};

constexpr EdgeRowShape edge_x_light = {2, 256, 4};

// Shape for long programs, which would spill registers with more blocks per multiprocessor.
constexpr EdgeRowShape edge_x_roomy = {2, 256, 2};

// Shape for rows that are too long for the other shapes.
constexpr EdgeRowShape edge_x_wide = {4, 512, 1};

// More chunks in registers would spill.
constexpr int edge_x_held_chunks = 2;

// Columns per block. Narrower blocks wait less for each other, but take longer to load.
constexpr int edge_panel = 64;
constexpr int edge_y_columns = 4;

// A thread filters edge_y_rows rows, of which edge_y_held_rows are in registers.
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
