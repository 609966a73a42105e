// SPDX-License-Identifier: BSD-2-Clause
//
// Planes on another grid.
#pragma once

#include "core/graph/graph.h"

namespace tonelift {

// The core `kind` over a plane; width and height: of the result.
NodeId resampled(Graph& graph, ResampleKind kind, NodeId plane, int width, int height);

// The plane at this size: the mean along axes that shrink, then bilinear along those that grow. A
// plane of this size stays as it is.
NodeId resized(Graph& graph, NodeId plane, int width, int height);

// The plane at half the width and height, rounded up: the mean.
NodeId halved(Graph& graph, NodeId plane);

}  // namespace tonelift
