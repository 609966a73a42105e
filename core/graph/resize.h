// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/graph/graph.h"

namespace tonelift {

NodeId resampled(Graph& graph, ResampleKind kind, NodeId plane, int width, int height);

// Returns the plane in another size. Averages along axes that shrink, then interpolates bilinearly
// along axes that grow.
NodeId resized(Graph& graph, NodeId plane, int width, int height);

// Returns the plane averaged to half the width and half the height, both rounded up.
NodeId halved(Graph& graph, NodeId plane);

}  // namespace tonelift
