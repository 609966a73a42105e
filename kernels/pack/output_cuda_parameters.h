// SPDX-License-Identifier: BSD-2-Clause
//
// Parameters of the kernels that write the output frame. The CPU code and the GPU code share them.
#pragma once

namespace tonelift::cuda {

constexpr int output_warps = 4;  // warps per block; each warp has its own rows
// Minimum number of blocks that fit on a multiprocessor. Tuning::output_blocks is the maximum.
constexpr int output_least_blocks = 4;
// Number of blocks per multiprocessor for which nvcc compiles the kernels. The driver can compile
// for another number.
constexpr int output_usual_blocks = 8;
constexpr int texture_least_blocks = 2;
constexpr int texture_most_blocks = 8;
constexpr int output_columns = 128;
constexpr int output_band_rows = 8;
// Rows per warp in the first (tall) and in the last (low) blocks of a large single frame.
constexpr int output_tall_rows = 8;
constexpr int output_low_rows = 2;

struct PackComponent {
    int plane;  // index of the plane, or -1 if the format lacks the component
    int step;
    int offset;
    float scale;
    float lowest;
    float highest;
};

struct OutputParameters {
    PackComponent component[4];
    int shift;
    // Selectors of the instruction prmt.b32. They put the components R, G, B and A of a packed
    // pixel into the order of the format.
    unsigned order[2];
    int vectors;
    int rows;  // rows per warp in the first `tall_blocks` blocks from the top
    int band_rows;
    int tall_blocks;
    int low_rows;  // rows per warp in the blocks below
    int overlap;
    float left_weight;
    float even_weight;
    int row_phase;  // chroma rows are: 0 on even rows, 1 between rows, 2 on odd rows
};

}  // namespace tonelift::cuda
