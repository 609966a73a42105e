// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/graph/graph.h"

namespace tonelift {

NodeId resampled(Graph& graph, ResampleKind kind, NodeId plane, int width, int height);

// Returns the plane in another size. Averages along axes that shrink, then interpolates bilinearly
// along axes that grow.
NodeId resized(Graph& graph, NodeId plane, int width, int height);

// Returns the plane with width and height divided by `factor` and rounded up. Averages samples.
NodeId reduced(Graph& graph, NodeId plane, int factor);

// Returns a component of the input, reduced by `factor`: 1, 2 or 4. If `factor` divides the width
// and the height of the picture, executors reduce the component while they read it.
NodeId reduced_input(Graph& graph, int component, int factor);

}  // namespace tonelift
