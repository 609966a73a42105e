// SPDX-License-Identifier: BSD-2-Clause
#include "core/graph/resize.h"

#include <algorithm>

namespace tonelift {
namespace {

NodeId resampled_if_other(Graph& graph, ResampleKind kind, NodeId plane, int width, int height) {
    const Node& node = graph.at(plane);
    const bool same = node.width == width && node.height == height;
    return same ? plane : resampled(graph, kind, plane, width, height);
}

}  // namespace

NodeId resampled(Graph& graph, ResampleKind kind, NodeId plane, int width, int height) {
    Resample core;
    core.kind = kind;
    core.in_width = graph.at(plane).width;
    core.in_height = graph.at(plane).height;
    return graph.core(core, std::array{plane}, width, height);
}

NodeId resized(Graph& graph, NodeId plane, int width, int height) {
    const int small_width = std::min(width, graph.at(plane).width);
    const int small_height = std::min(height, graph.at(plane).height);
    plane = resampled_if_other(graph, ResampleKind::area, plane, small_width, small_height);
    return resampled_if_other(graph, ResampleKind::bilinear, plane, width, height);
}

NodeId halved(Graph& graph, NodeId plane) {
    const Node& node = graph.at(plane);
    return resized(graph, plane, (node.width + 1) / 2, (node.height + 1) / 2);
}

}  // namespace tonelift
