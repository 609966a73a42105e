// SPDX-License-Identifier: BSD-2-Clause
// Kernel launches of the test double, alone and in graphs. The nodes of a graph run in the order in
// which they were added.
#include <algorithm>
#include <deque>
#include <vector>

#include "tests/cuda/driver_double.h"
#include "tests/cuda/driver_double_launches.h"

using tonelift::cuda::KernelNode;

struct CUgraphNode_st {
    PreparedLaunch prepared;
};

struct CUgraph_st {
    std::deque<CUgraphNode_st> nodes;
};

struct CUgraphExec_st {
    std::vector<PreparedLaunch> launches;
};

extern "C" {

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                        CUstream stream, void** parameters, void**) {
    const KernelNode what{function, grid_x,  grid_y,       grid_z,     block_x,
                          block_y,  block_z, shared_bytes, parameters, nullptr};
    return enqueue_launch(prepare_launch(what), stream);
}
CUresult cuGraphCreate(CUgraph* graph, unsigned) {
    const Inside inside(driver_door());
    *graph = new CUgraph_st;
    ++tonelift_driver_double()->live_graphs;
    return CUDA_SUCCESS;
}
CUresult cuGraphAddKernelNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* behind,
                              size_t count, const KernelNode* what) {
    for (size_t i = 0; i < count; ++i) {
        const bool known =
            std::any_of(graph->nodes.begin(), graph->nodes.end(),
                        [&](const CUgraphNode_st& other) { return &other == behind[i]; });
        if (!known) return invalid_value;
    }
    graph->nodes.push_back({prepare_launch(*what)});
    *node = &graph->nodes.back();
    return CUDA_SUCCESS;
}
CUresult cuGraphInstantiateWithFlags(CUgraphExec* prepared, CUgraph graph, unsigned long long) {
    const Inside inside(driver_door());
    const CUresult room = take_allocation();
    if (room != CUDA_SUCCESS) return room;
    *prepared = new CUgraphExec_st;
    for (const CUgraphNode_st& node : graph->nodes) (*prepared)->launches.push_back(node.prepared);
    ++tonelift_driver_double()->live_graphs;
    return CUDA_SUCCESS;
}
CUresult cuGraphLaunch(CUgraphExec prepared, CUstream stream) {
    const Inside inside(driver_door());
    ++tonelift_driver_double()->graph_launches;
    for (const PreparedLaunch& launch : prepared->launches) {
        const CUresult result = enqueue_launch(launch, stream);
        if (result != CUDA_SUCCESS) return result;
    }
    return CUDA_SUCCESS;
}
CUresult cuGraphDestroy(CUgraph graph) {
    const Inside inside(driver_door());
    delete graph;
    --tonelift_driver_double()->live_graphs;
    return CUDA_SUCCESS;
}
CUresult cuGraphExecDestroy(CUgraphExec prepared) {
    const Inside inside(driver_door());
    delete prepared;
    --tonelift_driver_double()->live_graphs;
    return CUDA_SUCCESS;
}

}  // extern "C"
