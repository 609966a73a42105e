// SPDX-License-Identifier: BSD-2-Clause
#pragma once

namespace tonelift::cuda {

// The weight between two adjacent pixels is flat_weight * 2^-|slope * guide difference|.
struct EdgeScanParameters {
    float flat_weight;
    float slope;
    int rows_per_block;
    int tiles;
    int prefetch_blocks;  // prefetch distance of the filter along rows: blocks
    int prefetch_frames;  // prefetch distance of the filter along rows: whole frames
};

}  // namespace tonelift::cuda
