// SPDX-License-Identifier: BSD-2-Clause
//
// The PTX of the kernels. embed_ptx.py writes the source file.
#pragma once

namespace tonelift::cuda {

struct PtxText {
    const char* name;
    const char* text;
};

extern const PtxText ptx_texts[];

}  // namespace tonelift::cuda
