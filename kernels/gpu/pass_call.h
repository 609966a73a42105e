// SPDX-License-Identifier: BSD-2-Clause
//
// Describes the kernel launches of the passes of a plan. Each launch has a kernel and the programs
// that are inserted into this kernel.
#pragma once

#include <bit>
#include <cstdint>
#include <iterator>
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
    const Pass* pass = nullptr;
    const PointProgram* prologue = nullptr;
    const PointProgram* epilogue = nullptr;
    const PointProgram* term = nullptr;
    std::shared_ptr<const PointProgram> made;
    int width = 0;
    int height = 0;
    bool is_output = false;
    // replace call.parameters if output rows are not aligned to 16 bytes
    std::vector<std::byte> unaligned_parameters;

    bool reads_input() const;

    // Sets those arguments of a launch that depend on the pass. `Arguments` is Launch or
    // vulkan::Push (kernels/device/launch.h). `numbers` is the address of the numbers of frame 0.
    // `number_stride` is the distance between the numbers of two frames, in floats.
    template <class Arguments>
    void set(Arguments& arguments, uint64_t numbers, int number_stride) const;
};

template <class Arguments>
void PassCall::set(Arguments& arguments, uint64_t numbers, int number_stride) const {
    arguments.width = width;
    arguments.height = height;
    if constexpr (requires { arguments.last_row; }) {
        for (int halvings = 0; halvings < std::ssize(arguments.last_row); ++halvings) {
            arguments.last_column[halvings] = (width - 1) >> halvings;
            arguments.last_row[halvings] = (height - 1) >> halvings;
        }
    }
    const auto [uniform, above_zero] = pass->condition;
    if (uniform < 0) return;
    const uint64_t number = numbers + static_cast<uint64_t>(uniform) * sizeof(float);
    arguments.condition = std::bit_cast<decltype(arguments.condition)>(number);
    arguments.condition_stride = number_stride;
    arguments.unmet = !above_zero;
}

// Returns the launches of a pass. `frames` is the largest number of frames per launch. Updates
// `*planes` if the pass needs more planes or larger planes than `*planes` describes.
std::vector<PassCall> pass_calls(const Plan& plan, const Pass& pass, const CoreCalls& cores,
                                 const DeviceLimits& limits, const Tuning& tuning,
                                 int first_core_plane, CorePlanes* planes, int frames);

}  // namespace tonelift
