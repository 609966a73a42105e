// SPDX-License-Identifier: BSD-2-Clause
//
// Tuning numbers of the edge scan on CUDA, with the evidence for each: percent of the rate of a
// device-to-device copy of the same bytes in the same run (6 bytes per pixel: value and guide read,
// value written, all unorm16), on an H200 (132 multiprocessors, copy 4.25 TB/s), medians, frames of
// 3840x2160, batches of 1 / 8 / 64 unless said otherwise.
//
// The kernels of the last measurement, batch 8 / 64:
//   along x  3840x2160 82 / 80, 1920x1080 (16 / 64) 83 / 87
//   along y  3840x2160 62 / 65, 1920x1080 (16 / 64) 62 / 67, 854x480 (16) 80
// At smaller batches two measurements differ by up to a fifth. Not measured: along x, the guide
// before a warp computed again and maps composed in a loop, both at once.
#pragma once

namespace tonelift::cuda {

// ---- Along x, prefetch: a block prefetches into the L2 cache the pixels of the block that comes
// after it, if the cache has room for several times what all blocks prefetch at once
// (Tuning::edge_prefetch_part). us a frame
// with and without: 3840x2160 15.0 and 15.7 (batch 8), 14.7 and 15.2 (64), 1920x1080 3.6 and 3.7
// (64), 854x480 0.95 and 1.27 (16).
constexpr int edge_prefetch_none = 1 << 20;  // in frames: more than a batch has

// ---- Along x: a row lies in the registers of one or more warps. 35 instructions a pixel, of which
// 19 are the filter, the loads and the store; 69 % of all issue slots were used. Tried:
// - the guide of the pixel before a warp from shared memory, behind a barrier, in place of
//   computing it again: 75 / 80 / 80, where the latter gave 77 / 82 / 83
// - maps of the warps before composed by selects in place of a loop: 75 / 80 / 80, where the loop
//   gave 79 / 83 / 82, both with that barrier; in a loop that is not unrolled: 75 / 80 / 79
// - 2 rows per block and y in place of 1: 73 / 84 / 86; 4: 63 / 82 / 84. Predicted was a gain at
//   every batch, as the frame's entries are loaded once; but batch 1 then ends with multiprocessors
//   idle.
struct EdgeRowShape {
    int chunks;   // per thread, of 8 pixels
    int threads;  // per block at most
    int blocks;   // per multiprocessor: bounds the registers
};

// Shape for short programs. Registers are the limit: 3 blocks (80 registers) 71 / 72 / 72, 4 (64)
// 79 / 83 / 82. One chunk a thread, 8 pixels: 56 / 54 / 54, as shuffles are shared by half as many
// pixels; four: 64 / 66 / 67, for want of warps.
constexpr EdgeRowShape edge_x_light = {2, 256, 4};

// Shape for programs that need registers: for passes whose programs are longer than
// Tuning::edge_light_operations; loads and stores alone are 6. The first pass of the shipped
// presets, which decodes the input, has 16 or 17, and spills 8 to 60 bytes with 3 blocks, up to 24
// in edge_x_light, none with 2.
constexpr EdgeRowShape edge_x_roomy = {2, 256, 2};

// Shape for rows that need more threads.
constexpr EdgeRowShape edge_x_wide = {4, 512, 1};

// Chunks of a thread whose weights are in registers; the weights of the others are in shared
// memory. With all four in registers the first pass of the shipped presets spills up to 56 bytes in
// edge_x_wide, with two up to 8; with one or none, no less.
constexpr int edge_x_held_chunks = 2;

// ---- Along y: a panel of columns, a band of a warp per row, some columns per lane. 34
// instructions a pixel, 47 % of the issue slots, 63 % of what the L2 cache can do. A tile has two
// warps on a scheduler, and the other tile of the multiprocessor as many. A warp spends 45 % of its
// time until it has loaded its pixels and computed their weights (24 waiting for memory, 10 of them
// for the first pixels), 37 until its recurrences begin (14 waiting for other tiles), and 16 until
// the results are stored.
// us a frame, batch 64 of 3840x2160 and of 1920x1080, where a copy takes 11.9 and 3.1:
// - 64 columns, 2 a lane, tiles of 224 rows, two threads scanning for all: 21.5, 5.6
// - 4 a lane, every thread scanning, but a wait for one tile after the other: 22.5, 5.4
// - with one wait and less to compute: 20.5, 5.4
// - tiles of 272 rows: 18.3, 4.6. 8 and 4 of them are the height of the picture but for 16 and 8
//   rows
// - 32 columns, 544 rows, 4 and 2 tiles: 20.3, 4.8; 480 rows: 21.5, 6.0
// - 16 columns, 1088 rows, 2 and 1 tiles: 25.8, 5.8. Predicted was a gain, as tiles wait for almost
//   no other, but rows of 32 bytes take long to load
// - each tile prefetches the pixels of the one that will run in its place, predicted 6 us less: 0.5
//   less to 1 more. The wait for the first pixels is half as long, but the prefetch takes as long
//   as it saves
constexpr int edge_panel = 64;
constexpr int edge_y_columns = 4;  // per lane

// Rows per thread, and how many of them have their values in registers; the values of the others
// and all weights are in shared memory. Warps per block at most, and blocks per multiprocessor,
// which bounds the registers. Speed follows the pixels that are in flight on a multiprocessor,
// 34,816 here. Earlier, percent of a copy at batch 64, panels of 64 columns, 2 a lane, so that rows
// are to be halved:
// - 28 rows, 8 warps, 2 blocks: 61
// - 24, 8, 2: 58; 20, 8, 2: 54; 16, 12, 2: 57; 16, 8, 3: 57; 14, 16, 2: 60; 12, 16, 2: 57
// - weights in registers: 16, 8, 2: 42; 12, 8, 3: 39; 8, 16, 2: 40
// - no waiting for other tiles (wrong results), when 14, 8, 4 gave 45: 48
// - no clamp of the result and the slope folded into the guide, a tenth of the instructions less,
//   predicted 5 points: none gained
// - a pause between two polls of another tile: none gained
constexpr int edge_y_rows = 17;
constexpr int edge_y_held_rows = 14;
constexpr int edge_y_warps = 8;
constexpr int edge_y_blocks = 2;

// Threads that scan a column: its bands are split into so many parts.
constexpr int edge_y_parts = 4;

// Warps per block are a multiple of this, so that all parts have the same number of bands.
constexpr int edge_y_warp_step = 2;

// Bands of a column, rows, and bytes of shared memory per warp: weights, values and aggregates.
constexpr int edge_y_warp_bands = 32 * edge_y_columns / edge_panel;
constexpr int edge_y_warp_rows = edge_y_warp_bands * edge_y_rows;
constexpr int edge_y_kept_rows = 2 * edge_y_rows - edge_y_held_rows;
constexpr int edge_aggregate_floats = 4;
constexpr unsigned edge_y_warp_bytes =
    edge_y_warp_bands * (edge_y_kept_rows + edge_aggregate_floats) * edge_panel * sizeof(float);

// Bytes of an aggregate that a tile publishes.
constexpr int edge_tile_state_bytes = 32;

// Panels whose tiles must fit on the device at once for tiles to wait for each other, since other
// streams filter at the same time.
constexpr unsigned edge_y_panels_at_once = 4;

}  // namespace tonelift::cuda
