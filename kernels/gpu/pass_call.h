// SPDX-License-Identifier: BSD-2-Clause
//
// The launches of a plan's passes. A launch has a kernel and the programs that are inserted into
// it.
#pragma once

#include <memory>
#include <vector>

#include "kernels/gpu/core_calls.h"
#include "kernels/pass.h"

namespace tonelift {

// The float32 planes for core inputs, one per input. Passes whose cores read planes use them if the
// prologue does more than load. All passes of a plan share them.
struct CorePlanes {
    int width = 0;
    int height = 0;
    int count = 0;
};

struct PassCall {
    KernelCall call;
    const PointProgram* prologue = nullptr;
    const PointProgram* epilogue = nullptr;
    const PointProgram* term = nullptr;        // program of a gather
    std::shared_ptr<const PointProgram> made;  // owns a program that is not part of the plan
    int width = 0;
    int height = 0;
    FrameCondition condition{};  // condition of the pass
    bool is_output = false;
    std::vector<std::byte> unaligned_parameters;  // of output passes with unaligned frames

    bool reads_input() const;
};

// Returns the launches of a pass, in order. `first_core_plane` is the entry of the plan's first
// core plane. `*planes` is enlarged if the pass needs more or larger planes. `tuning` does not
// change the results of sums.
std::vector<PassCall> pass_calls(const Plan& plan, const Pass& pass, const CoreCalls& cores,
                                 const DeviceLimits& limits, const Tuning& tuning,
                                 int first_core_plane, CorePlanes* planes);

}  // namespace tonelift
