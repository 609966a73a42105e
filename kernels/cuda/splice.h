// SPDX-License-Identifier: BSD-2-Clause
//
// One kernel of a pass as PTX that a driver takes: a core's kernel with the pass's programs in the
// places that kernels/cuda/device.cuh leaves for them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/cuda/frame_access.h"

namespace tonelift::cuda {

struct KernelPrograms {
    const PointProgram* prologue = nullptr;
    const PointProgram* epilogue = nullptr;       // what point() and output() run, too
    const PointProgram* term = nullptr;           // of a gather
    std::vector<const PointProgram*> arithmetic;  // of frame steps
    uint64_t parts = 0;                           // KernelCall::parts
};

// source: the PTX of a core; kernel: which entry of it, the only one in the result. vectors: see
// ChunkEmitter.
std::string splice(const std::string& source, const std::string& kernel, const FrameLayout& layout,
                   const KernelPrograms& programs, bool vectors);

// The same text, compiled so that as many blocks find registers on a multiprocessor.
std::string with_blocks(std::string ptx, int blocks);

// The PTX of a core (kernels/cuda/ptx_texts.h); throws where there is none of that name.
std::string core_ptx(const std::string& name);

}  // namespace tonelift::cuda
