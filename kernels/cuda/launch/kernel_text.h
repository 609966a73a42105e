// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>

#include "kernels/cuda/emit/splice.h"
#include "kernels/gpu/module_cache.h"
#include "kernels/gpu/plan_calls.h"

namespace tonelift::cuda {

struct KernelText {
    std::string kernel;
    std::string ptx;
    BlockRange blocks;
    // dynamic shared memory per block, in bytes: maximum over all launches
    unsigned shared_bytes = 0;
};

// Returns the PTX with a limit on the registers per thread, so that `blocks` blocks fit on a
// multiprocessor. The PTX in `text` has the limit for text.blocks.least.
inline std::string ptx_for_blocks(const KernelText& text, int blocks) {
    return blocks > text.blocks.least ? with_blocks(text.ptx, blocks) : text.ptx;
}

// Returns the key of a kernel's machine code. `compiler` names the GPU architecture, and the
// compiler if only the machine code of this compiler is wanted.
inline std::string kernel_key(const KernelText& text, const std::string& compiler) {
    return ModuleCache::key(text.ptx, compiler + ", " + std::to_string(text.blocks.least) + " to " +
                                          std::to_string(text.blocks.most) + " blocks");
}

inline KernelText pass_kernel(const PlanCalls& calls, const PassCall& pass, bool vectors) {
    const std::string ptx =
        splice(core_ptx(pass.call.source), pass.call.kernel, calls.layout,
               {pass.prologue, pass.epilogue, pass.term, {}, 0, pass.width, pass.height}, vectors);
    const BlockRange blocks = pass.call.blocks;
    return {pass.call.kernel, blocks.least > 0 ? with_blocks(ptx, blocks.least) : ptx, blocks,
            pass.call.shared_bytes};
}

inline KernelText frame_kernel(const PlanCalls& calls, const KernelCall& call) {
    return {call.kernel,
            splice(core_ptx(call.source), call.kernel, calls.layout,
                   {nullptr, nullptr, nullptr, calls.arithmetic, call.parts, 0, 0}, true),
            call.blocks, call.shared_bytes};
}

}  // namespace tonelift::cuda
