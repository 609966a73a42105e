// SPDX-License-Identifier: BSD-2-Clause
//
// The streams that the steps of a plan run on, and the events by which they wait for each other.
#pragma once

#include <map>
#include <optional>

#include "kernels/cuda/driver/stream.h"
#include "kernels/cuda/launch/step_order.h"

namespace tonelift::cuda {

class StepStreams {
  public:
    StepStreams(const StepOrder& order, const DevicePointer& device) : steps_(order.steps) {
        if (order.two) beside_.emplace(device);
        for (size_t i = 0; i < steps_.size(); ++i) {
            if (steps_[i].awaited) complete_.emplace(i, device);
        }
    }

    // Steps are numbered as in StepOrder; main: the stream of those that are not on the second one.
    // The device's context must be current. The stream that a step is launched on, which has been
    // made to wait for what must be complete.
    CUstream begin_step(size_t step, CUstream main) const {
        const CUstream stream = stream_of(step, main);
        if (steps_[step].waits_for >= 0)
            complete_.at(static_cast<size_t>(steps_[step].waits_for)).hold(stream);
        return stream;
    }
    void end_step(size_t step, CUstream main) const {
        if (steps_[step].awaited) complete_.at(step).record(stream_of(step, main));
    }

  private:
    CUstream stream_of(size_t step, CUstream main) const {
        return steps_[step].beside ? static_cast<CUstream>(*beside_) : main;
    }

    std::vector<OrderedStep> steps_;
    std::optional<Stream> beside_;
    std::map<size_t, Event> complete_;  // by step
};

}  // namespace tonelift::cuda
