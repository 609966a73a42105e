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

NodeId reduced(Graph& graph, NodeId plane, int factor) {
    const Node& node = graph.at(plane);
    return resized(graph, plane, (node.width + factor - 1) / factor,
                   (node.height + factor - 1) / factor);
}

NodeId reduced_input(Graph& graph, int component, int factor) {
    if (factor == 1) return graph.input(component);
    const bool divides = graph.width() % factor == 0 && graph.height() % factor == 0;
    return divides ? graph.input_reduced(component, factor)
                   : reduced(graph, graph.input(component), factor);
}

}  // namespace tonelift
