// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>

#include "kernels/cuda/emit/splice.h"
#include "kernels/gpu/plan_calls.h"

namespace tonelift::cuda {

struct KernelText {
    std::string kernel;
    std::string ptx;
    BlockRange blocks;
    // dynamic shared memory per block, in bytes: maximum over all launches
    unsigned shared_bytes = 0;
};

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
