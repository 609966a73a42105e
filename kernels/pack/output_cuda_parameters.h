// SPDX-License-Identifier: BSD-2-Clause
//
// Parameters of the kernels that write the output frame, shared by host and GPU.
#pragma once

namespace tonelift::cuda {

constexpr int output_warps = 4;  // warps per block, one below the other
// Minimum number of blocks per multiprocessor; Tuning::output_blocks is the maximum.
constexpr int output_least_blocks = 4;
// nvcc compiles for this number of blocks. The driver may compile for another number.
constexpr int output_usual_blocks = 8;
constexpr int texture_least_blocks = 2;
constexpr int texture_most_blocks = 8;
constexpr int output_columns = 128;
constexpr int output_band_rows = 8;
// Rows per warp in the first and in the last blocks of a large single frame.
constexpr int output_tall_rows = 8;
constexpr int output_low_rows = 2;

struct PackComponent {
    int plane;  // -1 if the component is missing
    int step;
    int offset;
    float scale;
    float lowest;
    float highest;
};

struct OutputParameters {
    PackComponent component[4];
    int shift;
    // Selectors of prmt.b32 that bring the R, G, B and A of a packed pixel into the order of the
    // format.
    unsigned order[2];
    int vectors;
    int rows;  // rows of a warp in the first `tall_blocks` blocks of a column
    int band_rows;
    int tall_blocks;
    int low_rows;  // rows of a warp in later blocks
    int overlap;
    float left_weight;
    float even_weight;
    int row_phase;  // position of chroma rows: 0 on even rows, 1 between, 2 on odd rows
};

}  // namespace tonelift::cuda
