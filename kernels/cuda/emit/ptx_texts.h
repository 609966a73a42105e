// SPDX-License-Identifier: BSD-2-Clause
//
// The PTX of the cores, which nvcc compiles. embed_ptx.py writes the source file with the texts.
#pragma once

namespace tonelift::cuda {

struct PtxText {
    const char* name;  // "scan" for kernels/scan/scan_cuda.cu
    const char* text;
};

// All texts; the last entry has a null name.
extern const PtxText ptx_texts[];

}  // namespace tonelift::cuda
