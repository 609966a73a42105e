// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/launch/frame_runner.h"

namespace tonelift::cuda {

FrameRunner::FrameRunner(FrameSteps& steps, const PlanCalls& calls, const PlanMemory& memory,
                         const DevicePointer& device, KernelCache& kernels)
    : steps_(steps), memory_(memory), device_(device) {
    constants_ =
        DeviceMemory(device, steps_.constant_bytes(static_cast<size_t>(memory_.entries())));
    states_ = DeviceMemory(device, steps_.memory_bytes());
    steps_.place(constants_.address(), states_.address(), memory_.reductions().address());
    const auto constants = steps_.constants(memory_.sources());
    constants_.upload(constants.data(), constants.size());

    begin_call_ = steps_.begin_call();
    begin_kernel_ = kernels.add(frame_kernel(calls, begin_call_));
    for (size_t i = 0; i < calls.frame_steps; ++i) step_calls_.push_back(steps_.step_call(i));
    for (const KernelCall& call : step_calls_)
        step_kernel_ = kernels.add(frame_kernel(calls, call));
}

void FrameRunner::begin(const Batch& batch, unsigned first_epoch) {
    steps_.begin_batch(batch, launches_);
    for (const BeginLaunch& part : launches_) {
        steps_.set_begin(begin_call_, part, batch, first_epoch);
        Launch launch = memory_.launch();
        void* all[] = {&launch, begin_call_.parameters.data()};
        begin_kernel_->kernel->launch(begin_call_, static_cast<unsigned>(part.frames), all,
                                      device_->stream());
    }
}

void FrameRunner::run(size_t step, unsigned frames, unsigned epoch, LaunchTarget& target) {
    Launch launch = memory_.launch();
    launch.epoch = epoch;
    void* all[] = {&launch, step_calls_[step].parameters.data()};
    target.launch(*step_kernel_->kernel, step_calls_[step], frames, all);
}

void FrameRunner::end(Batch& batch) {
    if (!batch.record.empty()) record(batch);
    steps_.end_batch(batch.input.size());
}

void FrameRunner::record(Batch& batch) {
    const frame::FrameValuesLayout layout = steps_.layout();
    recorded_.resize(static_cast<size_t>(layout.states));
    for (size_t i = 0; i < batch.record.size(); ++i) {
        const size_t offset = i * steps_.value_bytes() + static_cast<size_t>(layout.state()) * 4;
        memory_.numbers().download(recorded_.data(), offset, recorded_.size() * sizeof(float));
        batch.record[i].states.assign(recorded_.begin(), recorded_.end());
    }
}

std::vector<float> FrameRunner::states() const {
    std::vector<float> states(static_cast<size_t>(steps_.layout().states));
    states_.download(states.data(), 0, states.size() * sizeof(float));
    return states;
}

void FrameRunner::continue_from(const FrameRunner& previous, const TakenOver& taken) {
    constexpr const char* doing = "taking over the measured states";
    constexpr int no_state_byte = 0xff;
    const auto copies = steps_.continue_from(previous.steps_, taken);
    if (copies.empty()) return;
    if (const size_t bytes = steps_.state_bytes(); bytes > 0)
        check(driver().memory_set(states_.address(), no_state_byte, bytes, device_->stream()),
              doing);
    for (const MemoryCopy& copy : copies)
        check(driver().copy(copy.to, copy.from, copy.bytes, device_->stream()), doing);
}

}  // namespace tonelift::cuda
