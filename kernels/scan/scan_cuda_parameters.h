// SPDX-License-Identifier: BSD-2-Clause
#pragma once

namespace tonelift::cuda {

// The weight between two pixels is flat_weight * 2^-|slope * guide difference|.
struct EdgeScanParameters {
    float flat_weight;
    float slope;
    int rows_per_block;   // along x
    int tiles;            // along y: number of blocks, or of steps of a single block, per group of
                          // columns
    int prefetch_blocks;  // along x: prefetch distance, in blocks of a frame
    int prefetch_frames;  // along x: prefetch distance, in frames
};

}  // namespace tonelift::cuda
