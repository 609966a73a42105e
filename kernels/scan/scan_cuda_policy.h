// SPDX-License-Identifier: BSD-2-Clause
//
// Tuning numbers of the scans on CUDA, with the evidence for each: percent of the rate of a
// device-to-device copy of the same bytes in the same run (6 a pixel: value and guide read, value
// written, all unorm16), on an H200 (132 multiprocessors, copy 4.25 TB/s), medians, frames of
// 3840x2160, batches of 1 / 8 / 64 unless said otherwise.
//
// The kernels of the last measurement:
//   along x  3840x2160 77 / 82 / 83, 1920x1080 107 / 82 (batch 1 / 8), 854x480 148 / 97
//   along y  3840x2160 53 / 59 / 61, 1920x1080 82 / 59, 854x480 99 / 71
// A small copy is slow itself: at batch 1 a frame of 3840x2160 is copied at 3.3 TB/s. Not measured
// yet: along x, the guide before a warp computed again and maps composed in a loop, both at once;
// along y, four numbers in place of five for a run of pixels.
#pragma once

namespace tonelift::cuda {

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

// Threads of a block at least: of narrow rows, it has several side by side.
constexpr unsigned edge_x_least_threads = 128;

// A block that reduces walks through as many rows as leave this many blocks a frame.
constexpr unsigned edge_x_reducing_blocks = 512;

// ---- Along y: a strip of 64 columns, a warp a row, 2 columns a lane. 36 instructions a pixel;
// half of the issue slots are used, and the rest of the time a tile waits: a fifth for its loads, a
// fifth for the other tiles, so that pixels in flight on a multiprocessor count, 28,672 here.
constexpr int edge_strip = 64;

// Rows a thread holds, warps of a block at most (a tile is edge_y_rows * warps high), and blocks on
// a multiprocessor, which bounds the registers. At batch 64:
// - 28 rows, 8 warps, 2 blocks: 61
// - 24, 8, 2: 58; 20, 8, 2: 54; 16, 12, 2: 57; 16, 8, 3: 57; 14, 16, 2: 60; 12, 16, 2: 57
// - weights in registers: 16, 8, 2: 42; 12, 8, 3: 39; 8, 16, 2: 40
// - who joins the runs of warps and tiles reads them one at a time: 24, 8, 2: 54; 14, 16, 2: 53
// - nobody waits for other tiles (wrong results), when 14, 8, 4 gave 45: 48
// - no clamp of the result and the slope folded into the guide, a tenth of the instructions less,
//   predicted 5 points: none gained
// - a pause between two looks at another tile: none gained
constexpr int edge_y_rows = 28;
constexpr int edge_y_warps = 8;
constexpr int edge_y_blocks = 2;

// Warps of a block are a multiple of this, as the numbers of runs are read by fours.
constexpr int edge_runs_together = 4;

// Tiles that a strip may have: what they tell each other lies in shared memory.
constexpr unsigned edge_y_most_tiles = 64;

// Strips whose tiles fit on the device together, or tiles do not wait for each other: other streams
// filter at the same time.
constexpr unsigned edge_y_strips_at_once = 4;

// Numbers that say what a run of pixels does, and bytes of them as tiles tell each other.
constexpr int edge_run_numbers = 4;
constexpr int edge_published_bytes = 32;

}  // namespace tonelift::cuda
