// SPDX-License-Identifier: BSD-2-Clause
//
// The cores as nvcc compiled them; made by embed_ptx.py.
#pragma once

namespace tonelift::cuda {

struct PtxText {
    const char* name;  // "scan" for kernels/scan/scan_cuda.cu
    const char* text;
};

// Ends with a null name.
extern const PtxText ptx_texts[];

}  // namespace tonelift::cuda
