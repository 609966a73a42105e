// SPDX-License-Identifier: BSD-2-Clause
//
// Launches the steps of a plan on one or two CUDA streams. The streams wait for each other by
// events.
#pragma once

#include <map>
#include <optional>

#include "kernels/cuda/driver/stream.h"
#include "kernels/cuda/launch/launch_target.h"
#include "kernels/gpu/step_order.h"

namespace tonelift::cuda {

class StepStreams : public LaunchTarget {
  public:
    StepStreams(const StepOrder& order, const DevicePointer& device)
        : steps_(order.steps), device_(device) {
        if (order.two) beside_.emplace(device);
        for (size_t i = 0; i < steps_.size(); ++i) {
            if (steps_[i].awaited) complete_.emplace(i, device);
        }
    }

    void begin_step(size_t step) override {
        current_ = stream_of(step);
        if (steps_[step].waits_for >= 0)
            complete_.at(static_cast<size_t>(steps_[step].waits_for)).hold(current_);
    }
    void launch(const Kernel& kernel, const KernelCall& call, unsigned frames,
                void** parameters) override {
        kernel.launch(call, frames, parameters, current_);
    }
    void end_step(size_t step) override {
        if (steps_[step].awaited) complete_.at(step).record(stream_of(step));
    }

  private:
    CUstream stream_of(size_t step) const {
        return steps_[step].beside ? static_cast<CUstream>(*beside_) : device_->stream();
    }

    const std::vector<OrderedStep>& steps_;
    DevicePointer device_;
    std::optional<Stream> beside_;
    std::map<size_t, Event> complete_;
    CUstream current_ = nullptr;
};

}  // namespace tonelift::cuda
