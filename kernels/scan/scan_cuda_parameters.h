// SPDX-License-Identifier: BSD-2-Clause
//
// The second parameter of the kernels of scan_cuda.cu, shared by host and device code.
#pragma once

namespace tonelift::cuda {

// Parameters of the edge scan. The weight of a link is flat_weight * 2^-|slope * guide difference|.
struct EdgeScanParameters {
    float flat_weight;
    float slope;
    int rows_per_block;   // along x: number of rows that a block filters
    int tiles;            // along y: number of tiles, or pieces, per panel of columns
    int prefetch_blocks;  // along x: prefetch distance, in blocks of a frame
    int prefetch_frames;  // along x: prefetch distance, in frames
};

}  // namespace tonelift::cuda
