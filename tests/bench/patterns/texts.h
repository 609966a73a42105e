// SPDX-License-Identifier: BSD-2-Clause
// The PTX of the kernels in this folder, compiled by nvcc and written by embed_ptx.py.
#pragma once

#include "kernels/cuda/emit/ptx_texts.h"

namespace tonelift::cuda {

extern const PtxText pattern_texts[];

}  // namespace tonelift::cuda
