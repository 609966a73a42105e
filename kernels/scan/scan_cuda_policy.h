// SPDX-License-Identifier: BSD-2-Clause
//
// Tuning constants of the edge-aware recursive filter on CUDA.
// docs/development/cores/scan_tuning.md has the measurements and failed experiments.
#pragma once

namespace tonelift::cuda {

// Value of EdgeScanParameters::prefetch_frames that turns the prefetch off. It is used on devices
// whose L2 cache is too small for the prefetched pixels.
constexpr int edge_prefetch_none = 1 << 20;

// Shape of a block of the filter along rows: number of 8-pixel chunks per thread, maximum number of
// threads, and minimum number of blocks per multiprocessor.
struct EdgeRowShape {
    int chunks;
    int threads;
    int blocks;
};

constexpr EdgeRowShape edge_x_light = {2, 256, 4};

// Shape for long programs. With more blocks per multiprocessor, such programs would spill
// registers.
constexpr EdgeRowShape edge_x_roomy = {2, 256, 2};

// Shape for rows that have too many pixels for the other shapes.
constexpr EdgeRowShape edge_x_wide = {4, 512, 1};

// Number of chunks whose weights a thread keeps in registers. With more chunks, registers would
// spill.
constexpr int edge_x_held_chunks = 2;

// Numbers of columns per block and per thread. With fewer columns per block, blocks would wait less
// for each other, but loading their pixels would take longer.
constexpr int edge_panel = 64;
constexpr int edge_y_columns = 4;

// Number of rows per thread, and number of these rows whose values are in registers. The values of
// the remaining rows are in shared memory.
constexpr int edge_y_rows = 17;
constexpr int edge_y_held_rows = 14;
// Maximum number of warps per block, and maximum number of blocks per multiprocessor.
constexpr int edge_y_warps = 8;
constexpr int edge_y_blocks = 2;

// Number of threads that compute the prefix scan of a column together.
constexpr int edge_y_parts = 4;

// The number of warps per block is a multiple of this number.
constexpr int edge_y_warp_step = 2;

constexpr int edge_y_warp_bands = 32 * edge_y_columns / edge_panel;
constexpr int edge_y_warp_rows = edge_y_warp_bands * edge_y_rows;
constexpr int edge_y_kept_rows = 2 * edge_y_rows - edge_y_held_rows;
constexpr int edge_aggregate_floats = 4;
constexpr unsigned edge_y_warp_bytes =
    edge_y_warp_bands * (edge_y_kept_rows + edge_aggregate_floats) * edge_panel * sizeof(float);

constexpr int edge_tile_state_bytes = 32;

// Number of panels (groups of edge_panel columns) whose blocks must fit on the device at the same
// time. The blocks of a panel wait for each other, so at least one whole panel must fit. The other
// panels are a reserve, because kernels of other streams also occupy the device.
constexpr unsigned edge_y_panels_at_once = 4;

}  // namespace tonelift::cuda
