// SPDX-License-Identifier: BSD-2-Clause
//
// Tuning numbers of the scans on CUDA, with the evidence for each.
#pragma once

namespace tonelift::cuda {

// ---- Along x: a row lies in the registers of one or more warps.

// Chunks of 8 pixels a thread, and what a block may take.
constexpr int edge_x_chunks = 2;
constexpr int edge_x_threads = 256;
constexpr int edge_x_blocks = 4;

// Threads of a block at least: of narrow rows, it has several side by side.
constexpr unsigned edge_x_least_threads = 128;

// Rows that a block walks through one after the other; where it reduces, as many as leave this many
// blocks a frame.
constexpr unsigned edge_x_steps = 1;
constexpr unsigned edge_x_reducing_blocks = 512;

// The same for rows that are wider than 256 threads with 2 chunks each.
constexpr int edge_x_wide_chunks = 4;
constexpr int edge_x_wide_threads = 512;
constexpr int edge_x_wide_blocks = 1;

// ---- Along y: a strip of 64 columns, a warp a row, 2 columns a lane.
constexpr int edge_strip = 64;

// Rows a thread holds, and warps of a block: a tile is edge_y_rows * warps high.
constexpr int edge_y_rows = 14;
constexpr int edge_y_warps = 8;
constexpr int edge_y_blocks = 4;

// Tiles that a strip may have: what they tell each other lies in shared memory.
constexpr unsigned edge_y_most_tiles = 64;

// Strips whose tiles fit on the device together, or tiles do not wait for each other.
constexpr unsigned edge_y_strips_at_once = 4;

// Numbers that say what a run of pixels does, and bytes of them as tiles tell each other.
constexpr int edge_run_numbers = 5;
constexpr int edge_published_bytes = 32;

}  // namespace tonelift::cuda
