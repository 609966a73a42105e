// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/vulkan/launch/pass_recorder.h"

#include <cstring>
#include <utility>

#include "kernels/device/pq_lines.h"
#include "kernels/gpu/step_order.h"
#include "kernels/vulkan/emit/splice.h"

namespace tonelift::vulkan {
namespace {

constexpr size_t alignment = 16;

size_t reserve(size_t& end, size_t bytes) {
    const size_t place = end;
    end += (bytes + alignment - 1) / alignment * alignment;
    return place;
}

size_t constant_bytes(const KernelCall& call) { return call.constants.size() * sizeof(float); }

}  // namespace

PassRecorder::PassRecorder(const Plan& plan, const DevicePointer& device, const PlanCalls& calls)
    : device_(device), calls_(calls), kernels_(device) {
    const std::vector<PqLine> pq_lines = pq_lines_of_both_tables();
    size_t argument_bytes = alignment;
    for (size_t i = 0; i < plan.steps.size(); ++i) {
        steps_.emplace_back();
        for (const PassCall& call : calls.passes[i])
            steps_.back().push_back(make_launcher(call, argument_bytes));
    }
    pq_lines_ = reserve(argument_bytes, pq_lines.size() * sizeof(PqLine));
    arguments_ = DeviceMemory(device, argument_bytes, MemoryUse::to_device);
    fill_arguments();
    std::memcpy(arguments_.host() + pq_lines_, pq_lines.data(), pq_lines.size() * sizeof(PqLine));
    find_barriers(plan);
}

void PassRecorder::find_barriers(const Plan& plan) {
    size_t ordered = 0;
    for (size_t i = 0; i < plan.steps.size(); ++i) {
        bool waits = false;
        for (size_t k = ordered; k < i; ++k) waits |= must_follow(plan, calls_, k, i);
        const bool is_frame_step = std::holds_alternative<FrameStep>(plan.steps[i]);
        if (waits) ordered = i;
        if (is_frame_step) ordered = i + 1;
        barriers_.push_back(waits);
    }
}

PassRecorder::Launcher PassRecorder::make_launcher(const PassCall& call, size_t& argument_bytes) {
    const KernelPrograms programs = {call.prologue,   call.epilogue, call.term,  {},
                                     call.call.parts, call.width,    call.height};
    makes_output_ |= call.is_output;
    const CachedKernel* kernel = kernels_.add(
        call.call.kernel, splice(call.call.kernel, calls_.layout, programs), call.call.block);
    return {&call, kernel, reserve(argument_bytes, call.call.parameters.size()),
            reserve(argument_bytes, constant_bytes(call.call))};
}

void PassRecorder::fill_arguments() {
    const auto copy = [&](size_t place, const void* from, size_t bytes) {
        if (bytes > 0) std::memcpy(arguments_.host() + place, from, bytes);
    };
    for (const std::vector<Launcher>& step : steps_) {
        for (const Launcher& launcher : step) {
            const KernelCall& call = launcher.call->call;
            copy(launcher.parameters, call.parameters.data(), call.parameters.size());
            copy(launcher.constants, call.constants.data(), constant_bytes(call));
        }
    }
}

Push PassRecorder::push_of(const Launcher& launcher, const PlanMemory& memory,
                           const SlotMemory& slot, size_t frames) const {
    Push push{};
    launcher.call->set(push, slot.numbers_address(), slot.number_stride());
    push.entries = slot.entries();
    push.parameters = arguments_.address() + launcher.parameters;
    push.constants = arguments_.address() + launcher.constants;
    push.scratch = memory.scratch().address();
    push.workspace = memory.workspace().address();
    push.pq_lines = arguments_.address() + pq_lines_;
    push.entries_per_frame = slot.entries_per_frame();
    push.frames = static_cast<int>(frames);
    return push;
}

void PassRecorder::record(size_t step, const PlanMemory& memory, const SlotMemory& slot,
                          size_t frames, VkCommandBuffer to) const {
    bool waits = barriers_[step];
    for (const Launcher& launcher : steps_[step]) {
        const Push push = push_of(launcher, memory, slot, frames);
        if (std::exchange(waits, true)) Commands::barrier(*device_, to);
        launcher.kernel->kernel->launch(to, launcher.call->call.grid, static_cast<uint32_t>(frames),
                                        std::as_bytes(std::span(&push, 1)));
    }
}

}  // namespace tonelift::vulkan
