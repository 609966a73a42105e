// SPDX-License-Identifier: BSD-2-Clause
//
// Parameters of the output kernels, shared by host and device code.
#pragma once

namespace tonelift::cuda {

constexpr int output_warps = 4;  // warps per block, one below the other
// Minimum number of blocks per multiprocessor; Tuning::output_blocks is the maximum. Time per frame
// of the whole filter by number of blocks and registers (preset natural, 4K, batches of 64 frames
// on an H200): 5 blocks (96 registers) 150.5 us, 6 (80) 147.6 us, 7 (72) 146.4 us, 8 (64) 146.9 us.
constexpr int output_least_blocks = 4;
// The number of blocks per multiprocessor that nvcc assumes. The driver may compile for another
// number.
constexpr int output_usual_blocks = 8;
// Minimum number of blocks per multiprocessor for textures, whose blocks of 4x4 pixels need more
// registers.
constexpr int texture_least_blocks = 2;
constexpr int texture_most_blocks = 8;
constexpr int output_columns = 128;  // columns of a panel, 4 per lane
// Number of adjacent rows in a band of a warp. Longer bands let more rows share the cells of a
// joint upsampling. Shorter bands balance the warps of a block, because colors outside the gamut
// take longer. With a single band per warp, finished warps waited 12 % of the time; with bands of 8
// rows they wait 5 %. 4K in launches of 64 frames on an H100: `faithful` 66.3 -> 64.8 us, `natural`
// unchanged.
constexpr int output_band_rows = 8;

// A component of the output format. See Component and CodeRange for the members.
struct PackComponent {
    int plane;  // -1: the component is missing
    int step;
    int offset;
    float scale;
    float lowest;
    float highest;
};

// The parameters of the output kernels. Launch::constants holds the result of code_offsets().
struct OutputParameters {
    PackComponent component[4];
    int shift;
    // For packed samples: selectors of prmt.b32. They move the R, G, B and A of a pixel to the
    // bytes of one or two registers, in the order of the format. Alpha also fills unused bytes.
    unsigned order[2];
    int vectors;        // 1 if addresses and pitches are multiples of 16 bytes
    int rows;           // rows per warp, even
    int band_rows;      // adjacent rows of a warp: a power of 2, or all rows
    int overlap;        // columns that a panel shares with the previous panel: 0, 4 or 8
    float left_weight;  // weight of the column before an even column; the odd column after it has
                        // weight 1
    float even_weight;
    int row_phase;  // position of chroma rows: 0 on even rows, 1 between, 2 on odd rows
};

}  // namespace tonelift::cuda
