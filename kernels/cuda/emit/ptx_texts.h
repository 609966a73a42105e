// SPDX-License-Identifier: BSD-2-Clause
//
// The PTX of all kernels. embed_ptx.py generates the source file that defines `ptx_texts`.
#pragma once

namespace tonelift::cuda {

struct PtxText {
    const char* name;
    const char* text;
};

extern const PtxText ptx_texts[];

}  // namespace tonelift::cuda
