// SPDX-License-Identifier: BSD-2-Clause
//
// Collects the launches of a batch in a CUDA graph. Steps of the graph that do not depend on each
// other can run in parallel.
#pragma once

#include <utility>
#include <vector>

#include "kernels/cuda/driver/launch_graph.h"
#include "kernels/cuda/launch/launch_target.h"
#include "kernels/gpu/step_order.h"

namespace tonelift::cuda {

class StepGraph : public LaunchTarget {
  public:
    StepGraph(const StepOrder& order, const DevicePointer& device)
        : steps_(order.steps), ends_(steps_.size()), graph_(device) {}

    void begin_step(size_t step) override {
        behind_.clear();
        for (const size_t earlier : steps_[step].follows) behind_.push_back(ends_[earlier]);
    }
    void launch(const Kernel& kernel, const KernelCall& call, unsigned frames,
                void** parameters) override {
        behind_ = {graph_.add(kernel, call, frames, parameters, behind_)};
    }
    void end_step(size_t step) override {
        if (!behind_.empty()) ends_[step] = behind_.back();
    }

    LaunchGraph finish() {
        graph_.prepare();
        return std::move(graph_);
    }

  private:
    const std::vector<OrderedStep>& steps_;
    std::vector<CUgraphNode> ends_;
    std::vector<CUgraphNode> behind_;
    LaunchGraph graph_;
};

}  // namespace tonelift::cuda
