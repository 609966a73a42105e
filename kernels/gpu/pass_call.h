// SPDX-License-Identifier: BSD-2-Clause
//
// The launches of the passes of a plan. A launch has a kernel and the programs that are inserted
// into it.
#pragma once

#include <memory>
#include <vector>

#include "kernels/gpu/core_calls.h"
#include "kernels/pass.h"

namespace tonelift {

// The planes for the inputs of stencils and similar operations, shared by all passes.
struct CorePlanes {
    int width = 0;
    int height = 0;
    int count = 0;
};

struct PassCall {
    KernelCall call;
    const PointProgram* prologue = nullptr;
    const PointProgram* epilogue = nullptr;
    const PointProgram* term = nullptr;
    std::shared_ptr<const PointProgram> made;
    int width = 0;
    int height = 0;
    FrameCondition condition{};
    bool is_output = false;
    std::vector<std::byte> unaligned_parameters;  // for output frames without 16-byte alignment

    bool reads_input() const;
};

// `*planes` is enlarged if the pass needs more or larger planes. `frames` is the largest number of
// frames per launch.
std::vector<PassCall> pass_calls(const Plan& plan, const Pass& pass, const CoreCalls& cores,
                                 const DeviceLimits& limits, const Tuning& tuning,
                                 int first_core_plane, CorePlanes* planes, int frames);

}  // namespace tonelift
