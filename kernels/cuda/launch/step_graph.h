// SPDX-License-Identifier: BSD-2-Clause
//
// The launches of a batch as a graph, in the same order as on streams.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "kernels/cuda/driver/launch_graph.h"
#include "kernels/cuda/launch/launch_target.h"
#include "kernels/gpu/step_order.h"

namespace tonelift::cuda {

class StepGraph : public LaunchTarget {
  public:
    // `order` must outlive this object.
    StepGraph(const StepOrder& order, const DevicePointer& device)
        : steps_(order.steps), ends_(steps_.size()), graph_(device) {}

    void begin_step(size_t step) override {
        stream_ = stream_of(step);
        behind_.clear();
        wait_for(last_[stream_]);
        if (steps_[step].waits_for >= 0)
            wait_for(ends_[static_cast<size_t>(steps_[step].waits_for)]);
    }
    void launch(const Kernel& kernel, const KernelCall& call, unsigned frames,
                void** parameters) override {
        last_[stream_] = graph_.add(kernel, call, frames, parameters, behind_);
        behind_ = {last_[stream_]};
    }
    void end_step(size_t step) override { ends_[step] = last_[stream_of(step)]; }

    LaunchGraph finish() {
        graph_.prepare();
        return std::move(graph_);
    }

  private:
    size_t stream_of(size_t step) const { return steps_[step].beside ? 1 : 0; }

    // node: null before the first step of a stream.
    void wait_for(CUgraphNode node) {
        if (node != nullptr) behind_.push_back(node);
    }

    const std::vector<OrderedStep>& steps_;
    std::vector<CUgraphNode> ends_;      // indexed by step: the last launch of the step
    std::array<CUgraphNode, 2> last_{};  // last node, per stream
    std::vector<CUgraphNode> behind_;    // nodes that the next launch waits for
    size_t stream_ = 0;                  // stream of the current step
    LaunchGraph graph_;
};

}  // namespace tonelift::cuda
