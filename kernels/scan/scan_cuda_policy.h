// SPDX-License-Identifier: BSD-2-Clause
//
// Tuning numbers of the edge scan on CUDA, with the measurements behind them. Unless noted
// otherwise, figures are percent of the rate of a device-to-device copy of the same bytes in the
// same run, for batches of 1 / 8 / 64 frames of 3840x2160. The bytes are 6 per pixel: value and
// guide are read and value is written, all as unorm16. Device: H200 (132 multiprocessors, copy at
// 4.25 TB/s); medians.
//
// The kernels at the last measurement:
//             3840x2160 (8 / 64)  1920x1080 (16 / 64)  854x480 (16)
//   along x   82 / 80             83 / 87
//   along y   62 / 65             62 / 67              80
// At smaller batches, repeated measurements differ by up to a fifth. One combination was not
// measured: along x, recomputing the guide before a warp together with composing maps in a loop.
#pragma once

namespace tonelift::cuda {

// ---- Along x, prefetch. A block prefetches the pixels of the block that runs after it into the L2
// cache. This is only done if the cache is several times as large as the prefetches of all blocks
// together (Tuning::edge_prefetch_part).
//
// us per frame (batch)   with   without
//   3840x2160 (8)        15.0   15.7
//   3840x2160 (64)       14.7   15.2
//   1920x1080 (64)        3.6    3.7
//   854x480 (16)          0.95   1.27
constexpr int edge_prefetch_none = 1 << 20;  // in frames, larger than any batch

// ---- Along x. A row is in the registers of one or more warps. There are 35 instructions per
// pixel, 19 of which are the filter, the loads and the store. 69 % of all issue slots were used.
//
// variant                                                              tried         used
//   guide before a warp from shared memory, behind a barrier,
//   instead of recomputing it                                          75 / 80 / 80  77 / 82 / 83
//   maps of the previous warps composed by selects instead of a loop
//   (both with that barrier)                                           75 / 80 / 80  79 / 83 / 82
//   the same in a loop that is not unrolled                            75 / 80 / 79
//   2 rows per block and y instead of 1                                73 / 84 / 86
//   4 rows per block and y                                             63 / 82 / 84
//
// More rows per block were expected to gain at every batch size, because the entries of a frame are
// loaded only once. But a batch of 1 then ends with idle multiprocessors.
struct EdgeRowShape {
    int chunks;   // chunks of 8 pixels per thread
    int threads;  // largest number of threads per block
    int blocks;   // blocks per multiprocessor, which limit the registers
};

// Shape for short programs. Registers limit the number of blocks: 3 blocks (80 registers) 71 / 72 /
// 72, 4 blocks (64) 79 / 83 / 82. One chunk of 8 pixels per thread gives 56 / 54 / 54, because half
// as many pixels share the shuffles. Four chunks give 64 / 66 / 67, because there are too few
// warps.
constexpr EdgeRowShape edge_x_light = {2, 256, 4};

// Shape for programs that need registers. These are passes with more operations than
// Tuning::edge_light_operations. Loads and stores alone are 6 operations. The first pass of the
// shipped presets, which decodes the input, has 16 or 17. It spills 8 to 60 bytes with 3 blocks, up
// to 24 bytes in edge_x_light, and none with 2 blocks.
constexpr EdgeRowShape edge_x_roomy = {2, 256, 2};

// Shape for rows that need more threads than the other shapes have.
constexpr EdgeRowShape edge_x_wide = {4, 512, 1};

// Number of chunks per thread whose weights are in registers. The other weights are in shared
// memory. In edge_x_wide, the first pass of the shipped presets spills up to 56 bytes with all four
// chunks in registers, and up to 8 bytes with two. Fewer chunks do not reduce that.
constexpr int edge_x_held_chunks = 2;

// ---- Along y. A block filters a panel of columns, with several columns per lane. There are 34
// instructions per pixel. 47 % of the issue slots and 63 % of the L2 cache's throughput are used. A
// multiprocessor has two tiles, with two warps per scheduler each. A warp spends its time as
// follows:
//   until its pixels are loaded and weights computed   45 % (24 waiting for memory, 10 of them
//                                                      for the first pixels)
//   until its recurrences begin                        37 % (14 waiting for other tiles)
//   until the results are stored                       16 %
//
// us per frame, batch 64 (a copy takes 11.9 and 3.1)                   3840x2160  1920x1080
//   64 columns, 2 per lane, 224 rows per tile, two threads scan for all    21.5   5.6
//   4 columns per lane, every thread scans, waits for tiles one by one     22.5   5.4
//   a single wait and less arithmetic                                      20.5   5.4
//   272 rows per tile: 8 and 4 tiles cover the height up to 16 and 8 rows  18.3   4.6
//   32 columns, 544 rows, 4 and 2 tiles                                    20.3   4.8
//   32 columns, 480 rows                                                   21.5   6.0
//   16 columns, 1088 rows, 2 and 1 tiles                                   25.8   5.8
//
// The last variant was expected to gain, because its tiles hardly wait for each other. But rows of
// 32 bytes take long to load. In another experiment, each tile prefetched for the tile that runs
// after it. This was expected to save 6 us. The result was between 0.5 us less and 1 us more: the
// prefetch halves the wait for the first pixels, but takes as much time itself.
constexpr int edge_panel = 64;
constexpr int edge_y_columns = 4;  // columns per lane

// edge_y_rows is the number of rows per thread. The values of edge_y_held_rows of them are in
// registers. The other values and all weights are in shared memory. edge_y_warps is the largest
// number of warps per block. edge_y_blocks is the number of blocks per multiprocessor, which limits
// the registers. Speed depends on the number of pixels in flight on a multiprocessor, which is
// 34,816 here.
//
// Earlier measurements follow, in percent of a copy at batch 64. They were made for panels of 64
// columns with 2 per lane. With 4 per lane, half as many rows have the same number of pixels:
//
//   rows, warps, blocks   weights in shared memory   weights in registers
//   28, 8, 2              61
//   24, 8, 2              58
//   20, 8, 2              54
//   16, 12, 2             57
//   16, 8, 3              57
//   16, 8, 2                                         42
//   14, 16, 2             60
//   12, 16, 2             57
//   12, 8, 3                                         39
//   8, 16, 2                                         40
//
// - Tiles do not wait for other tiles (wrong results): 48. With waiting, the same shape of 14 rows,
//   8 warps and 4 blocks gave 45.
// - The result is not clamped, and the slope is folded into the guide. This saves a tenth of the
//   instructions. Expected were 5 points, but there was no gain.
// - A pause between two polls of another tile: no gain.
constexpr int edge_y_rows = 17;
constexpr int edge_y_held_rows = 14;
constexpr int edge_y_warps = 8;
constexpr int edge_y_blocks = 2;

// Number of threads that scan a column. The bands of a column are divided into this many parts.
constexpr int edge_y_parts = 4;

// The number of warps per block is a multiple of this number. All parts of a column then have the
// same number of bands.
constexpr int edge_y_warp_step = 2;

// The size of a warp's work: bands per column, rows, and bytes of shared memory for weights, values
// and aggregates.
constexpr int edge_y_warp_bands = 32 * edge_y_columns / edge_panel;
constexpr int edge_y_warp_rows = edge_y_warp_bands * edge_y_rows;
constexpr int edge_y_kept_rows = 2 * edge_y_rows - edge_y_held_rows;
constexpr int edge_aggregate_floats = 4;
constexpr unsigned edge_y_warp_bytes =
    edge_y_warp_bands * (edge_y_kept_rows + edge_aggregate_floats) * edge_panel * sizeof(float);

// Size of an aggregate that a tile publishes, in bytes.
constexpr int edge_tile_state_bytes = 32;

// Number of panels whose tiles must fit on the device at the same time. If fewer fit, tiles do not
// wait for each other. The number leaves room for other streams.
constexpr unsigned edge_y_panels_at_once = 4;

}  // namespace tonelift::cuda
