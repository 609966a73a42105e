// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/driver/launch_graph.h"

#include <utility>

namespace tonelift::cuda {

LaunchGraph::LaunchGraph(DevicePointer device) : device_(std::move(device)) {
    check(driver().graph_create(&graph_, 0), "making a graph of launches");
}

LaunchGraph::LaunchGraph(LaunchGraph&& other) noexcept
    : device_(std::move(other.device_)),
      graph_(std::exchange(other.graph_, nullptr)),
      prepared_(std::exchange(other.prepared_, nullptr)) {}

LaunchGraph::~LaunchGraph() {
    if (graph_ == nullptr) return;
    in_context(device_, [&] {
        if (prepared_ != nullptr) driver().prepared_destroy(prepared_);
        driver().graph_destroy(graph_);
    });
}

CUgraphNode LaunchGraph::add(const Kernel& kernel, const KernelCall& call, unsigned frames,
                             void** parameters, std::span<const CUgraphNode> behind) {
    return kernel.add_to(graph_, call, frames, parameters, behind);
}

void LaunchGraph::prepare() {
    check(driver().graph_prepare(&prepared_, graph_, 0), "preparing a graph of launches");
}

void LaunchGraph::run(CUstream stream) const {
    check(driver().graph_launch(prepared_, stream), "starting a graph of launches");
}

}  // namespace tonelift::cuda
