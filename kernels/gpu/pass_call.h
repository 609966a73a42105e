// SPDX-License-Identifier: BSD-2-Clause
//
// Describes the kernel launches of the passes of a plan. Each launch has a kernel and the programs
// that are inserted into this kernel.
#pragma once

#include <memory>
#include <vector>

#include "kernels/gpu/core_calls.h"
#include "kernels/pass.h"

namespace tonelift {

// The size and number of the planes that contain the inputs of stencils and other filters. All
// passes share these planes.
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
    // replace call.parameters if output rows are not aligned to 16 bytes
    std::vector<std::byte> unaligned_parameters;

    bool reads_input() const;
};

// Returns the launches of a pass. `frames` is the largest number of frames per launch. Updates
// `*planes` if the pass needs more planes or larger planes than `*planes` describes.
std::vector<PassCall> pass_calls(const Plan& plan, const Pass& pass, const CoreCalls& cores,
                                 const DeviceLimits& limits, const Tuning& tuning,
                                 int first_core_plane, CorePlanes* planes, int frames);

}  // namespace tonelift
