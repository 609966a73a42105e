// SPDX-License-Identifier: BSD-2-Clause
//
// Planes on another grid.
#pragma once

#include "core/graph/graph.h"

namespace tonelift {

// Returns the core `kind` applied to a plane; width, height: size of the result.
NodeId resampled(Graph& graph, ResampleKind kind, NodeId plane, int width, int height);

// Returns the plane at this size: area means along axes that shrink, then bilinear along axes that
// grow. A plane that already has this size is returned unchanged.
NodeId resized(Graph& graph, NodeId plane, int width, int height);

// Returns the plane at half the width and height, rounded up, with mean values.
NodeId halved(Graph& graph, NodeId plane);

}  // namespace tonelift
