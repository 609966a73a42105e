// SPDX-License-Identifier: BSD-2-Clause
//
// Tuning numbers of the scans on CUDA, with the evidence for each: percent of the rate of a
// device-to-device copy of the same bytes in the same run (6 a pixel: value and guide read, value
// written, all unorm16), on an H200 (132 multiprocessors, copy 4.25 TB/s), medians, frames of
// 3840x2160, batches of 1 / 8 / 64 unless said otherwise.
//
// The kernels of the last measurement, batch 8 / 64:
//   along x  3840x2160 82 / 80, 1920x1080 (16 / 64) 83 / 87
//   along y  3840x2160 62 / 65, 1920x1080 (16 / 64) 62 / 67, 854x480 (16) 80
// At smaller batches two runs differ by up to a fifth. Not measured: along x, the guide before a
// warp computed again and maps composed in a loop, both at once.
#pragma once

namespace tonelift::cuda {

// ---- Along x, blocks ask for the pixels of the blocks that come after them, which brings these to
// the L2 cache, where that has room for this many times what all ask for at once. us a frame with
// and without: 3840x2160 15.0 and 15.7 (batch 8), 14.7 and 15.2 (64), 1920x1080 3.6 and 3.7 (64),
// 854x480 0.95 and 1.27 (16).
constexpr unsigned edge_ahead_share = 3;
constexpr int edge_ahead_none = 1 << 20;  // frames: more than a batch has

// ---- Along x: a row lies in the registers of one or more warps. 35 instructions a pixel, of which
// 19 are the filter, the loads and the store; 69 % of all issue slots were used. Tried:
// - the guide of the pixel before a warp from shared memory, behind a barrier, in place of
//   computing it again: 75 / 80 / 80, where the latter gave 77 / 82 / 83
// - maps of the warps before composed by selects in place of a loop: 75 / 80 / 80, where the loop
//   gave 79 / 83 / 82, both with that barrier; in a loop that is not unrolled: 75 / 80 / 79
// - rows that a block walks through, 2 in place of 1: 73 / 84 / 86; 4: 63 / 82 / 84. Predicted was
//   a gain at every batch, as the frame's entries are loaded once; but batch 1 then ends with
//   multiprocessors idle.
struct EdgeRowShape {
    int chunks;   // of 8 pixels a thread
    int threads;  // of a block at most
    int blocks;   // on a multiprocessor: bounds the registers
};

// Registers bound it: 3 blocks (80 registers) 71 / 72 / 72, 4 (64) 79 / 83 / 82. One chunk a
// thread, 8 pixels: 56 / 54 / 54, as shuffles are shared by half as many pixels; four: 64 / 66 /
// 67, for want of warps.
constexpr EdgeRowShape edge_x_light = {2, 256, 4};

// For programs that need registers, and the size of both programs up to which a pass does without:
// loads and stores alone are 6. The first pass of the shipped presets, which decodes the input,
// has 16 or 17, and spills 8 to 60 bytes with 3 blocks, up to 24 in edge_x_light, none with 2.
constexpr EdgeRowShape edge_x_roomy = {2, 256, 2};
constexpr unsigned edge_light_operations = 8;

// For rows that need more threads.
constexpr EdgeRowShape edge_x_wide = {4, 512, 1};

// Chunks of a thread whose weights are in registers; of others they are in shared memory. With all
// four in registers the first pass of the shipped presets spills up to 56 bytes in edge_x_wide,
// with two up to 8; with one or none, no less.
constexpr int edge_x_held_chunks = 2;

// Threads of a block at least: of narrow rows, it has several side by side.
constexpr unsigned edge_x_least_threads = 128;

// A block that reduces walks through as many rows as leave this many blocks a frame.
constexpr unsigned edge_x_reducing_blocks = 512;

// ---- Along y: a strip of columns, a band of a warp a row, some columns a lane. 34 instructions a
// pixel, 47 % of the issue slots, 63 % of what the L2 cache can do. A tile has two warps on a
// scheduler, and the other tile of the multiprocessor as many. Of a warp's time 45 % goes by until
// it has loaded and weighed (24 waiting for memory, 10 of them for the first pixels), 37 until its
// walks begin (14 waiting for other tiles), and 16 until they are stored.
// us a frame, batch 64 of 3840x2160 and of 1920x1080, where a copy takes 11.9 and 3.1:
// - 64 columns, 2 a lane, tiles of 224 rows, two threads joining for all: 21.5, 5.6
// - 4 a lane, every thread joining, but a wait for one tile after the other: 22.5, 5.4
// - with one wait and less to compute: 20.5, 5.4
// - tiles of 272 rows: 18.3, 4.6. 8 and 4 of them are the height of the picture but for 16 and 8
//   rows
// - 32 columns, 544 rows, 4 and 2 tiles: 20.3, 4.8; 480 rows: 21.5, 6.0
// - 16 columns, 1088 rows, 2 and 1 tiles: 25.8, 5.8. Predicted was a gain, as tiles have next to
//   nobody to wait for, but rows of 32 bytes take long to load
// - each tile asks for the pixels of the one that takes its place, predicted 6 us less: 0.5 less to
//   1 more. The wait for the first pixels is half as long, but asking takes as long as is won
constexpr int edge_strip = 64;
constexpr int edge_y_columns = 4;  // of a lane

// Rows a thread holds, and how many of them have their values in registers; those of the others and
// all weights are in shared memory. Warps of a block at most, and blocks on a multiprocessor, which
// bounds the registers. What pixels are in flight on a multiprocessor counts, 34,816 here. Earlier,
// percent of a copy at batch 64, strips of 64 columns, 2 a lane, so that rows are to be halved:
// - 28 rows, 8 warps, 2 blocks: 61
// - 24, 8, 2: 58; 20, 8, 2: 54; 16, 12, 2: 57; 16, 8, 3: 57; 14, 16, 2: 60; 12, 16, 2: 57
// - weights in registers: 16, 8, 2: 42; 12, 8, 3: 39; 8, 16, 2: 40
// - nobody waits for other tiles (wrong results), when 14, 8, 4 gave 45: 48
// - no clamp of the result and the slope folded into the guide, a tenth of the instructions less,
//   predicted 5 points: none gained
// - a pause between two looks at another tile: none gained
constexpr int edge_y_rows = 17;
constexpr int edge_y_held_rows = 14;
constexpr int edge_y_warps = 8;
constexpr int edge_y_blocks = 2;

// Threads that join the runs of a column.
constexpr int edge_y_shares = 4;

// Warps of a block are a multiple of this, so that all shares are alike.
constexpr int edge_y_warp_step = 2;

// Runs of a column, rows, and bytes of shared memory of a warp: weights, values and runs.
constexpr int edge_y_warp_runs = 32 * edge_y_columns / edge_strip;
constexpr int edge_y_warp_rows = edge_y_warp_runs * edge_y_rows;
constexpr int edge_y_kept_rows = 2 * edge_y_rows - edge_y_held_rows;
constexpr int edge_run_numbers = 4;
constexpr unsigned edge_y_warp_bytes =
    edge_y_warp_runs * (edge_y_kept_rows + edge_run_numbers) * edge_strip * sizeof(float);

// Bytes of a run as tiles tell it each other.
constexpr int edge_published_bytes = 32;

// Strips whose tiles fit on the device together, or tiles do not wait for each other: other streams
// filter at the same time.
constexpr unsigned edge_y_strips_at_once = 4;

// ---- Along y by clusters: a strip of columns, a warp a row, 2 columns a lane, values and weights
// of a tile in registers, one block on a multiprocessor. us a frame, batch 64 of 3840x2160, where a
// copy takes 11.6 to 12.2 and the same copies and stores without a filter 13.0. The kernel alone:
// - tiles of 144 rows, 2 blocks on a multiprocessor, clusters of 15: 17.6 to 18.4. 14 such clusters
//   run at once, a fifth of the multiprocessors has nothing to do; of 8 blocks, one on each, 15
//   run, 120 of 132 multiprocessors
// - the same, a cluster for 8 strips, for one: 19.6, 26.3. To start a cluster takes long
// - the same, no copies ahead: 24.0
// - the same exchange through device memory, groups of blocks that stay: 23.6. A tile waits 7,500
//   cycles for the others; in a cluster it waits 330
// - the same, a bulk copy for each row: 24.1
// - strips of 32 columns: copies and stores alone take 17 to 19
// - tiles of 288 rows, 8 in a cluster, 512 threads of 18 rows, warps that do not join copy: 15.9 to
//   16.4. All warps, while they compute: 15.2 to 15.6
// - four threads joining a column's bands 15.0, two 15.3, one 15.2; two, downward and upward, and
//   each band adding what lies around the tile by itself 15.1
// - 64 registers, 1024 threads: 30.4, spills
// In the engine, by where ncu's samples of stalls said that the warps were:
// - what the epilogue needs loaded from device memory among the walks: 17.3 to 25.5. There are few
//   registers and scoreboards, and something else waits for those of the load
// - loaded after them: 21.9, 14 % of the time. From a copy in shared memory: 16.0
// - the walk from 0 kept in place of the values, which were unpacked twice: a sixteenth of the
//   instructions. Addresses in one instruction: another. 15.9
// - 384 threads of 24 rows in place of 512 of 18: 15.9 and 16.0
// - four threads joining a column, in the same kernel: 15.7 to 15.9
// - the pixels' copies awaited by a barrier of their own, not of the block, and no branches between
//   the shuffles of those who join: 14.7 to 14.8
// - two halves of the columns, each with half of the threads, by turns, so that one computes while
//   the other waits, predicted 13.5: 17.1 to 17.5
constexpr int edge_tile_columns = 2;     // of a lane
constexpr int edge_tile_band_rows = 24;  // of a thread
constexpr int edge_tile_threads = 384;
constexpr int edge_cluster_entries = 32;  // of a frame at most: a warp copies them
constexpr int edge_cluster_tiles = 8;     // the most that every device with clusters allows
constexpr int edge_tile_bands = edge_tile_threads * edge_tile_columns / edge_strip;
constexpr int edge_tile_rows = edge_tile_bands * edge_tile_band_rows;

// Bytes of shared memory: two of the pixels, and of what tiles tell each other; runs, and entries.
constexpr unsigned edge_tile_bytes =
    32 + 2 * (2 * edge_tile_rows + 1) * edge_strip * 2 + 2 * edge_cluster_tiles * edge_strip * 16 +
    2 * edge_tile_bands * edge_strip * 16 + 3 * edge_cluster_entries * 16;

}  // namespace tonelift::cuda
