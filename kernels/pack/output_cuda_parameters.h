// SPDX-License-Identifier: BSD-2-Clause
//
// Parameters of the output kernels, the same for host and device code.
#pragma once

namespace tonelift::cuda {

constexpr int output_warps = 4;  // of a block, one above the other
// Least blocks of a multiprocessor; the most are Tuning::output_blocks. Preset natural, 4K, 64
// frames at once on an H200, the whole filter: 5 (96 registers) 150.5 us a frame, 6 (80) 147.6, 7
// (72) 146.4, 8 (64) 146.9.
constexpr int output_least_blocks = 4;
// Those that nvcc reckons with; the driver compiles for others.
constexpr int output_usual_blocks = 8;
// The same for textures, whose blocks of pixels take more registers.
constexpr int texture_least_blocks = 2;
constexpr int texture_most_blocks = 8;
constexpr int output_columns = 128;  // of a warp, 4 a lane

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
    unsigned order[2];  // of packed samples: selectors of prmt.b32 that put the samples of a pixel,
                        // R, G, B and A in the bytes of one or two registers, where the format has
                        // them; alpha takes the place that no component has
    int vectors;        // planes begin and go on at multiples of 16 bytes
    int rows;           // of a warp, even
    int overlap;        // columns of a panel that the one before it has, too: 0, 4 or 8
    float left_weight;  // of the column before the even one, if the odd one counts 1
    float even_weight;
    int row_phase;  // chroma rows: 0 on the even rows, 1 between, 2 on the odd rows
};

}  // namespace tonelift::cuda
