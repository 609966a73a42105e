// SPDX-License-Identifier: BSD-2-Clause
//
// Parameters of the output kernels, shared by host and device code.
#pragma once

namespace tonelift::cuda {

constexpr int output_warps = 4;  // of a block, one below the other
// Minimum number of blocks per multiprocessor; Tuning::output_blocks is the maximum. Preset
// natural, 4K, batches of 64 frames on an H200, whole filter: 5 blocks (96 registers) 150.5 us per
// frame, 6 (80) 147.6, 7 (72) 146.4, 8 (64) 146.9.
constexpr int output_least_blocks = 4;
// The number that nvcc assumes; the driver may compile for another one.
constexpr int output_usual_blocks = 8;
// Minimum number of blocks for textures, whose pixel blocks need more registers.
constexpr int texture_least_blocks = 2;
constexpr int texture_most_blocks = 8;
constexpr int output_columns = 128;  // of a warp, 4 per lane

// A component of the output format; see Component and CodeRange.
struct PackComponent {
    int plane;  // -1: absent
    int step;
    int offset;
    float scale;
    float lowest;
    float highest;
};

// Launch::constants: noise and the code of 0, [component][64][64].
struct OutputParameters {
    PackComponent component[4];
    int shift;
    // packed samples: selectors of prmt.b32 that put R, G, B and A of a pixel into the bytes of one
    // or two registers, in the order of the format; alpha also fills unused bytes
    unsigned order[2];
    int vectors;        // addresses and pitches are multiples of 16 bytes
    int rows;           // of a warp, even
    int overlap;        // columns that a panel shares with the previous one: 0, 4 or 8
    float left_weight;  // weight of the column before the even one, relative to the odd one
    float even_weight;
    int row_phase;  // position of chroma rows: 0 on even rows, 1 between, 2 on odd rows
};

}  // namespace tonelift::cuda
