// SPDX-License-Identifier: BSD-2-Clause
//
// Launches, one by one and as graphs: the nodes of a graph run one after the other, in the order in
// which they were added, which is behind those that they wait for.
#include <algorithm>
#include <deque>
#include <vector>

#include "tests/cuda/driver_double.h"
#include "tests/cuda/driver_double_launches.h"

using tonelift::cuda::KernelNode;
using tonelift::cuda::LaunchAttribute;
using tonelift::cuda::LaunchConfig;

struct CUgraphNode_st {
    unsigned grid_x;
    PreparedLaunch prepared;
};

struct CUgraph_st {
    std::deque<CUgraphNode_st> nodes;
};

struct CUgraphExec_st {
    std::vector<PreparedLaunch> launches;
};

namespace {

// Blocks per cluster of a launch, 0 without clusters.
unsigned cluster_of(const LaunchConfig& config) {
    if (config.attribute_count != 1) return 0;
    const LaunchAttribute& attribute = *config.attributes;
    return attribute.id == tonelift::cuda::launch_attribute_cluster ? attribute.cluster_x : 0;
}

}  // namespace

extern "C" {

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                        CUstream stream, void** parameters, void**) {
    const KernelNode what{function, grid_x,  grid_y,       grid_z,     block_x,
                          block_y,  block_z, shared_bytes, parameters, nullptr};
    return enqueue_launch(prepare_launch(what), stream);
}
CUresult cuLaunchKernelEx(const LaunchConfig* config, CUfunction function, void** parameters,
                          void** extra) {
    const unsigned cluster = cluster_of(*config);
    if (cluster == 0 || config->grid_x % cluster != 0) return invalid_value;
    const Inside inside(driver_door());
    DriverDouble& state = *tonelift_driver_double();
    ++state.cluster_launches;
    state.most_clusters = std::max(state.most_clusters, static_cast<int>(config->grid_x / cluster));
    return cuLaunchKernel(function, config->grid_x, config->grid_y, config->grid_z, config->block_x,
                          config->block_y, config->block_z, config->shared_bytes, config->stream,
                          parameters, extra);
}
// The number of clusters if a multiprocessor had room for one block.
CUresult cuOccupancyMaxActiveClusters(int* clusters, CUfunction, const LaunchConfig* config) {
    const unsigned cluster = cluster_of(*config);
    if (cluster == 0 || config->block_x == 0 || config->grid_x % cluster != 0) return invalid_value;
    *clusters = multiprocessors / static_cast<int>(cluster);
    return CUDA_SUCCESS;
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
    graph->nodes.push_back({what->grid_x, prepare_launch(*what)});
    *node = &graph->nodes.back();
    return CUDA_SUCCESS;
}
CUresult cuGraphKernelNodeSetAttribute(CUgraphNode node, int which, const void* value) {
    const unsigned cluster = *static_cast<const unsigned*>(value);
    if (which != tonelift::cuda::launch_attribute_cluster || node->grid_x % cluster != 0)
        return invalid_value;
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
