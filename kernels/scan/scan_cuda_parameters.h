// SPDX-License-Identifier: BSD-2-Clause
//
// Second parameter of the kernels of scan_cuda.cu, the same for host and device code.
#pragma once

#include "kernels/cuda/plane.h"

namespace tonelift::cuda {

// A weight is flat_weight * 2^-|slope * step of the guide|.
struct EdgeScanParameters {
    float flat_weight;
    float slope;
    int rows_per_block;  // along x: rows that a block walks through, one after the other for each y
                         // of the block
    int tiles;           // along y: tiles, or pieces, of a strip of columns
    int ahead_blocks;    // along x: how far behind a block the one is whose pixels it asks for, in
    int ahead_frames;    // blocks of a frame and in frames
};

// Of those of scan_cluster_cuda.cu; a guide's step is in codes.
struct EdgeClusterParameters {
    EdgeScanParameters filter;
    Plane value;
    Plane guide;
};

}  // namespace tonelift::cuda
